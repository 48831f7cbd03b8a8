/** Languages of the patrons' pages, as tags for `lang` and Intl. The texts are written in Portuguese. */
export const PORTUGUESE = 'pt-BR'
export const TRANSLATIONS = ['en', 'es'] as const
export const LANGUAGES = [PORTUGUESE, ...TRANSLATIONS] as const

export type Translation = (typeof TRANSLATIONS)[number]
export type Language = (typeof LANGUAGES)[number]

/** Holds the chosen language and nothing that identifies the person. */
export const LANGUAGE_COOKIE = '__Host-language'
export const LANGUAGE_COOKIE_S = 365 * 24 * 3_600
