import Camera from 'lucide:camera'
import Trash2 from 'lucide:trash'
import { Suspense, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { profileTexts } from '#contract/texts/profile.ts'
import { TIMINGS } from '#contract/timings.ts'
import { wholeSquare } from '#web/pictures/geometry.ts'
import { openPicture } from '#web/pictures/open-picture.ts'
import { PICTURE_PROBLEMS } from '#web/pictures/picture-problems.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { useAct } from '#web/ui/use-act.ts'
import { fromDataUrl, shrinkPhoto } from './photo.ts'

const crop = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog)

export interface PhotoPickerProps {
  /** A data URL, or a path on the server. */
  photo: string | null
  error: string | null | undefined
  disabled: boolean
  onChange: (photo: string | null) => void
  /** Told while a photo is being opened: a form that is sent meanwhile would lose it. */
  onBusy: (isBusy: boolean) => void
}

export function PhotoPicker({ photo, error, disabled, onChange, onBusy }: PhotoPickerProps) {
  const { pick, remove, problem, isBusy, opened, take, close } = usePhotoPicker(onChange)
  useEffect(() => onBusy(isBusy), [onBusy, isBusy])
  // Preloaded: after a deploy a missing file reloads the page, which drops a picked photo.
  useEffect(crop.prefetch, [])
  const noteId = useId()
  const shownError = problem ?? error
  const label = photo ? profileTexts.changePhoto : profileTexts.addPhoto

  return (
    <div className="group/photo relative flex flex-wrap items-center gap-x-3.5 gap-y-2 @xl:flex-col @xl:text-center">
      <PhotoPreview photo={photo} />
      <div className="min-w-0 flex-1 basis-32 text-sm @xl:basis-auto">
        <FileButton
          // The focus comes here when it is refused.
          name="photo"
          accept="image/*"
          camera="user"
          variant="quiet"
          // Covers the row, circle included.
          className="min-h-0! border-0! bg-transparent! bg-none! p-0! after:absolute after:inset-0 after:rounded-lg active:translate-none!"
          busy={isBusy}
          disabled={disabled}
          aria-describedby={noteId}
          onPick={pick}
        >
          {label}
        </FileButton>
        {shownError ? (
          <p id={noteId} role="alert" className="text-danger">
            {shownError}
          </p>
        ) : (
          <p id={noteId} className="text-ink-soft text-xs">
            {profileTexts.photoHint}
          </p>
        )}
      </div>
      {photo && (
        <Button
          variant="secondary"
          size="icon"
          // Beside the fields the picture is above its words: then at its corner.
          className="relative rounded-full! @xl:absolute! @xl:ml-28"
          disabled={disabled}
          aria-label={profileTexts.removePhoto}
          onClick={remove}
        >
          <Icon of={Trash2} className="size-5" />
        </Button>
      )}
      {opened &&
        // Portal: inside the form, Enter on the slider would submit it.
        createPortal(
          <Suspense>
            <crop.Part bitmap={opened} onUse={(square) => take(opened, square)} onClose={close} />
          </Suspense>,
          document.body,
        )}
    </div>
  )
}

function usePhotoPicker(onChange: (photo: string | null) => void) {
  const [problem, setProblem] = useState<string | null>(null)
  const [opened, setOpened] = useState<ImageBitmap | null>(null)

  const [pick, isBusy] = useAct(async (file: File) => {
    setProblem(null)
    const hasDialog = hasLoaded(crop.load())
    const picture = await openPicture(file).catch(() => ({ problem: 'unreadable' }) as const)
    if (picture.problem) setProblem(PICTURE_PROBLEMS[picture.problem])
    else if (await hasDialog) setOpened(picture.bitmap)
    // Without the dialog's code, as offline, the centre square is used.
    else take(picture.bitmap, await shrinkPhoto(picture.bitmap, wholeSquare(picture.bitmap)))
  })

  function take(bitmap: ImageBitmap, photo: string | null): void {
    // A closed bitmap has no width: the choice was cancelled meanwhile.
    if (bitmap.width === 0) return
    if (photo === null) setProblem(PICTURE_PROBLEMS.tooLarge)
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

/** Resolves to false after a failure, and where no answer comes in time. */
function hasLoaded(loading: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const late = AbortSignal.timeout(TIMINGS.answerWithinMs)
    late.addEventListener('abort', () => resolve(false))
    loading.then(
      () => resolve(true),
      () => resolve(false),
    )
  })
}

const CIRCLE = 'size-12 shrink-0 rounded-full border-2 @xl:size-28'

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
        className={`${CIRCLE} border-accent bg-hover object-cover`}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className={`${CIRCLE} flex items-center justify-center border-edge border-dashed bg-sunken text-link transition-colors group-hover/photo:border-ink-soft group-hover/photo:bg-hover`}
    >
      <Icon of={Camera} className="size-6 @xl:size-9" />
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
