import { layerTexts } from '#contract/texts/layers.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { QrCode } from './qr-code.tsx'

interface BarQrDialogProps {
  barName: string
  address: string
  onClose: () => void
}

/** For another phone's camera, across a table. */
export function BarQrDialog({ barName, address, onClose }: BarQrDialogProps) {
  return (
    <Dialog onClose={onClose} title={layerTexts.qrTitle}>
      <div className="grid justify-items-center gap-4 text-center">
        <div className="w-full max-w-72 rounded-xl bg-[#fff] p-1.5 shadow-card">
          <QrCode
            address={address}
            label={`${layerTexts.qrTitle} ${barName}`}
            className="h-auto w-full"
          />
        </div>
        <p dir="auto" className="painted font-display font-semibold text-xl">
          {barName}
        </p>
        <p className="text-ink-soft">{layerTexts.qrHint}</p>
        <p className="select-all break-all font-mono text-ink-soft text-sm">{address}</p>
      </div>
    </Dialog>
  )
}
