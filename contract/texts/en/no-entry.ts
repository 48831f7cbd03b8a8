import type * as portuguese from '../no-entry.ts'
import type { Translated } from '../translated.ts'

export const noEntryTexts: Translated<typeof portuguese.noEntryTexts> = {
  paused: 'This bar is closed right now.',
  pausedHint: 'Come back later, or try again in a little while.',
  stillPaused: 'Still closed',
  stillPausedHint: 'Try again in a little while.',
  unknownHint: 'Check the bar ID and try again',
  failedHint: 'Check your connection and try again.',
  checkAgain: 'Try again',
  checking: 'Checking...',
  tryAnotherBar: 'Type another ID',
}
