import { useState } from 'react'
import { profileTexts, zoomLabel } from '#contract/texts/profile.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { wholeSquare, ZOOM_MAX, zoomOf, zoomSquare } from '#web/pictures/geometry.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { CropStage } from './crop-stage.tsx'
import { shrinkPhoto } from './shrink-photo.ts'

export interface CropDialogProps {
  bitmap: ImageBitmap
  /** The chosen square as a data URL; null if it cannot be made small enough. */
  onUse: (photo: string | null) => void
  onClose: () => void
}

export function CropDialog({ bitmap, onUse, onClose }: CropDialogProps) {
  const [square, setSquare] = useState(() => wholeSquare(bitmap))
  const [isBusy, setIsBusy] = useState(false)

  async function use(): Promise<void> {
    setIsBusy(true)
    onUse(await shrinkPhoto(bitmap, square).catch(() => null))
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={profileTexts.crop}
      closeLabel={sharedTexts.close}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {profileTexts.cropCancel}
          </Button>
          <Button busy={isBusy} onClick={use}>
            {profileTexts.cropUse}
          </Button>
        </>
      }
    >
      <CropStage bitmap={bitmap} square={square} onChange={setSquare} />
      <Slider
        label={profileTexts.cropZoom}
        min={1}
        max={ZOOM_MAX}
        step={0.05}
        value={zoomOf(square, bitmap)}
        valueText={zoomLabel(zoomOf(square, bitmap))}
        onChange={(zoom) => setSquare((held) => zoomSquare(held, zoom, { x: 0.5, y: 0.5 }, bitmap))}
      />
    </Dialog>
  )
}
