import type * as portuguese from '../no-entry.ts'
import type { Translated } from '../translated.ts'

export const noEntryTexts: Translated<typeof portuguese.noEntryTexts> = {
  paused: 'Este bar está cerrado en este momento.',
  pausedHint: 'Vuelve más tarde o inténtalo de nuevo en un rato.',
  stillPaused: 'Sigue cerrado',
  stillPausedHint: 'Inténtalo de nuevo en un rato.',
  unknownHint: 'Revisa el ID del bar e inténtalo de nuevo',
  failedHint: 'Revisa tu conexión e inténtalo de nuevo.',
  checkAgain: 'Intentar de nuevo',
  checking: 'Verificando...',
  tryAnotherBar: 'Escribir otro ID',
}
