import { Camera, Trash2 } from 'lucide'
import { Suspense, useId } from 'react'
import { createPortal } from 'react-dom'
import { profileTexts } from '#contract/texts/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PhotoPreview } from './photo-preview.tsx'
import { CropDialog, usePhotoPicker } from './use-photo-picker.ts'

export interface PhotoPickerProps {
  /** A data URL, or a path on the server. */
  photo: string | null
  error: string | null
  disabled: boolean
  onChange: (photo: string | null) => void
}

export function PhotoPicker({ photo, error, disabled, onChange }: PhotoPickerProps) {
  const { pick, remove, problem, isBusy, opened, take, close } = usePhotoPicker(onChange)
  const errorId = useId()
  const shownError = problem ?? error
  const label = photo ? profileTexts.changePhoto : profileTexts.addPhoto

  return (
    <div className="grid justify-items-center gap-3">
      <PhotoPreview photo={photo} />
      <div className="flex flex-wrap justify-center gap-2">
        <FileButton
          accept="image/*"
          variant="secondary"
          busy={isBusy}
          disabled={disabled}
          icon={<Icon of={Camera} className="size-5" />}
          aria-describedby={shownError ? errorId : undefined}
          onPick={pick}
        >
          {label}
        </FileButton>
        {photo && (
          <Button
            variant="quiet"
            size="icon"
            disabled={disabled}
            aria-label={profileTexts.removePhoto}
            onClick={remove}
          >
            <Icon of={Trash2} className="size-5" />
          </Button>
        )}
      </div>
      {shownError && (
        <p id={errorId} role="alert" className="text-center text-danger text-sm">
          {shownError}
        </p>
      )}
      {opened &&
        // Portal: inside the form, Enter on the slider would submit it.
        createPortal(
          <Suspense>
            <CropDialog bitmap={opened} onUse={(square) => take(opened, square)} onClose={close} />
          </Suspense>,
          document.body,
        )}
    </div>
  )
}
