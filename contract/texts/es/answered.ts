import type * as portuguese from '../answered.ts'
import type { Translated } from '../translated.ts'

export const answeredTexts: Translated<typeof portuguese.answeredTexts> = {
  tryAgain: 'Intentar de nuevo',
}
