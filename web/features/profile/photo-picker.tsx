import { Camera, Trash2 } from 'lucide'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { profileTexts } from '#contract/texts/profile.ts'
import { wholeSquare } from '#web/pictures/geometry.ts'
import { openPicture } from '#web/pictures/open-picture.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { fromDataUrl, PHOTO_PROBLEMS, shrinkPhoto } from './photo.ts'

const loadCropDialog = async () => (await import('./crop-dialog.tsx')).CropDialog

const CropDialog = lazy(async () => ({ default: await loadCropDialog() }))

export interface PhotoPickerProps {
  /** A data URL, or a path on the server. */
  photo: string | null
  error: string | undefined
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

function usePhotoPicker(onChange: (photo: string | null) => void) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [opened, setOpened] = useState<ImageBitmap | null>(null)

  async function pick(file: File): Promise<void> {
    setProblem(null)
    setIsBusy(true)
    const hasDialog = loadCropDialog().then(
      () => true,
      () => false,
    )
    const picture = await openPicture(file).catch(() => ({ problem: 'unreadable' }) as const)
    if (picture.problem) setProblem(PHOTO_PROBLEMS[picture.problem])
    else if (await hasDialog) setOpened(picture.bitmap)
    // Offline the dialog's code cannot load: the centre square is used.
    else take(picture.bitmap, await shrinkPhoto(picture.bitmap, wholeSquare(picture.bitmap)))
    setIsBusy(false)
  }

  function take(bitmap: ImageBitmap, photo: string | null): void {
    if (photo === null) setProblem(profileTexts.photoTooLarge)
    else onChange(photo)
    bitmap.close()
    setOpened(null)
  }

  function close(): void {
    opened?.close()
    setOpened(null)
  }

  function remove(): void {
    setProblem(null)
    onChange(null)
  }

  return { pick, remove, problem, isBusy, opened, take, close }
}

function PhotoPreview({ photo }: { photo: string | null }) {
  const isKept = photo !== null && !photo.startsWith('data:')
  const drawn = useObjectUrl(isKept ? null : photo)
  const address = isKept ? photo : drawn
  if (address) {
    return (
      <img
        src={address}
        alt={profileTexts.photoPreview}
        width={112}
        height={112}
        className="size-28 rounded-full border-2 border-accent bg-hover object-cover"
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className="flex size-28 items-center justify-center rounded-full border-2 border-edge border-dashed bg-sunken text-ink-faint"
    >
      <Icon of={Camera} className="size-9" />
    </span>
  )
}

/** A `blob:` URL, because the CSP forbids `data:` images. */
function useObjectUrl(dataUrl: string | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const picture = dataUrl === null ? null : fromDataUrl(dataUrl)
    if (!picture) return setUrl(null)
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [dataUrl])
  return url
}
