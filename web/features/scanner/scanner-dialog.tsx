import { scannerTexts } from '#contract/texts/scanner.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export interface ScannerDialogProps {
  open: boolean
  onClose: () => void
}

export function ScannerDialog({ open, onClose }: ScannerDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={scannerTexts.title}
      closeLabel={scannerTexts.close}
      footer={
        <Button block onClick={onClose}>
          {scannerTexts.typeInstead}
        </Button>
      }
    >
      <p className="text-ink-soft">{scannerTexts.comingSoon}</p>
    </Dialog>
  )
}
