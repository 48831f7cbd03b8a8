import { scannerTexts } from '#contract/texts/scanner.ts'
import type { ScannerState } from './scanner-state.ts'

/** One live region for hint and result, so that changes are announced. */
export function ScannerNotice({ state: { phase, notice } }: { state: ScannerState }) {
  return (
    <p
      role="status"
      className={`flex min-h-13 items-center justify-center text-balance text-center empty:hidden ${toTone(phase, notice)}`}
      {...(notice === 'nothingInPhoto' && { lang: 'en' })}
    >
      {toNotice(phase, notice)}
    </p>
  )
}

function toNotice(phase: ScannerState['phase'], notice: ScannerState['notice']): string | null {
  if (notice) return scannerTexts[notice]
  if (phase === 'found') return scannerTexts.found
  return phase === 'trouble' ? null : scannerTexts.hint
}

function toTone(phase: ScannerState['phase'], notice: ScannerState['notice']): string {
  if (notice) return 'font-semibold text-danger'
  return phase === 'found' ? 'font-semibold text-success' : 'text-ink-soft'
}
