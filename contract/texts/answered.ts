/** In the place of what could not be loaded. */
export const answeredTexts = {
  tryAgain: 'Tentar de novo',
} as const
