import type * as portuguese from '../site.ts'
import type { Translated } from '../translated.ts'

export const siteTexts: Translated<typeof portuguese.siteTexts> = {
  tagline: 'Conoce gente interesante en bares y discotecas de forma fácil y divertida.',
  terms: 'Términos de uso',
  privacy: 'Política de privacidad',
}
