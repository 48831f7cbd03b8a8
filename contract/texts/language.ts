import type { Language } from '../languages.ts'

/** The language of the texts in this folder. */
export const LANGUAGE: Language = 'pt-BR'

export const languageTexts = { label: 'Idioma' } as const
