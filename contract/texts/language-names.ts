/** Each language names itself, whatever the page's language. */
export const LANGUAGE_NAMES = { 'pt-BR': 'Português', en: 'English', es: 'Español' } as const

export const LANGUAGE_OFFERS = { en: 'Use in English', es: 'Usar en español' } as const
