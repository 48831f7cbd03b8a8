import type { Language } from '#contract/languages.ts'
import type * as portuguese from '../language.ts'
import type { Translated } from '../translated.ts'

export const LANGUAGE: Language = 'es'

export const languageTexts: Translated<typeof portuguese.languageTexts> = { label: 'Idioma' }
