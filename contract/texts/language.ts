import type { Language } from '../languages.ts'

/** Of the texts beside this one. */
export const LANGUAGE: Language = 'pt-BR'

export const languageTexts = { label: 'Idioma' } as const
