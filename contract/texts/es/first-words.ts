import type * as portuguese from '../first-words.ts'
import type { Translated } from '../translated.ts'

export const firstWordsTexts: Translated<typeof portuguese.firstWordsTexts> = {
  answerIfYouLike: 'Responde solo si quieres.',
  fold: 'Ahora no',
}

export const OPENERS: Translated<typeof portuguese.OPENERS> = [
  'Hola, ¿qué tal?',
  '¿Primera vez por aquí?',
  '¿Qué me recomiendas de aquí?',
  '¡Salud! 🍻',
]
