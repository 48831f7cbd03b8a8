/** Each in itself, the same in every language. */
export const LANGUAGE_NAMES = { 'pt-BR': 'Português', en: 'English', es: 'Español' } as const

export const LANGUAGE_OFFERS = { en: 'Use in English', es: 'Usar en español' } as const
