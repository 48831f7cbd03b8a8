/** The page of a bar that is closed, unknown or could not be loaded. */
export const noEntryTexts = {
  paused: 'Este bar está fechado no momento.',
  pausedHint: 'Volte mais tarde ou tente de novo daqui a pouco.',
  stillPaused: 'Ainda fechado',
  stillPausedHint: 'Tente de novo daqui a pouco.',
  unknownHint: 'Verifique o ID do bar e tente novamente',
  failedHint: 'Confira sua conexão e tente de novo.',
  checkAgain: 'Tentar de novo',
  checking: 'Verificando...',
  tryAnotherBar: 'Digitar outro ID',
} as const
