/** The landing page and the legal ones. */
export const siteTexts = {
  tagline: 'Conheça pessoas interessantes em bares e baladas de um jeito fácil e divertido.',
  terms: 'Termos de uso',
  privacy: 'Política de privacidade',
} as const
