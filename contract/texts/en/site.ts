import type * as portuguese from '../site.ts'
import type { Translated } from '../translated.ts'

export const siteTexts: Translated<typeof portuguese.siteTexts> = {
  tagline: 'Meet interesting people in bars and clubs, the easy and fun way.',
  terms: 'Terms of use',
  privacy: 'Privacy policy',
}
