/** Texts of a conversation in which one of the two has not written yet. */
export const firstWordsTexts = {
  answerIfYouLike: 'Responda só se quiser.',
  fold: 'Agora não',
} as const

/** Suggested first messages. */
export const OPENERS = [
  'Oi, tudo bem?',
  'Primeira vez por aqui?',
  'O que você indica daqui?',
  'Um brinde! 🍻',
] as const
