import type * as portuguese from '../first-words.ts'
import type { Translated } from '../translated.ts'

export const firstWordsTexts: Translated<typeof portuguese.firstWordsTexts> = {
  answerIfYouLike: 'Answer only if you feel like it.',
  fold: 'Not now',
}

export const OPENERS: Translated<typeof portuguese.OPENERS> = [
  'Hi, how are you?',
  'First time here?',
  'What’s good here?',
  'Cheers! 🍻',
]
