/** The administrators' pages. */
export const adminTexts = {
  comingSoon: 'Em breve',
  comingSoonDetail: 'A área administrativa ainda está em construção.',
  backToHome: 'Voltar ao início',
} as const
