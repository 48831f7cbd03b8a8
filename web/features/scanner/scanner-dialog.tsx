import type { BarAddress } from '#contract/bar-address.ts'
import { scannerTexts } from '#contract/texts/scanner.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ScannerPanel } from './scanner-panel.tsx'

export interface ScannerDialogProps {
  open: boolean
  onClose: () => void
  onTypeInstead: () => void
  /** False if the bar could not be entered; scanning then resumes. */
  onBar: (address: BarAddress) => Promise<boolean>
}

export function ScannerDialog({ open, onClose, onTypeInstead, onBar }: ScannerDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={scannerTexts.title} closeLabel={sharedTexts.close}>
      <ScannerPanel onTypeInstead={onTypeInstead} onBar={onBar} />
    </Dialog>
  )
}
