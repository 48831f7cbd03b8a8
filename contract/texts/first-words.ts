/** Of a conversation in which one of the two has written nothing yet. */
export const firstWordsTexts = {
  answerIfYouLike: 'Responda só se quiser.',
  fold: 'Agora não',
} as const

/** To choose from. */
export const OPENERS = [
  'Oi, tudo bem?',
  'Primeira vez por aqui?',
  'O que você indica daqui?',
  'Um brinde! 🍻',
] as const
