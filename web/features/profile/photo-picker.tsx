import Camera from 'lucide-react/icons/camera'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ChangeEvent } from 'react'
import { useId, useRef, useState } from 'react'
import { profileTexts } from '#contract/texts/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { shrinkPhoto } from './shrink-photo.ts'
import { useObjectUrl } from './use-object-url.ts'

export interface PhotoPickerProps {
  photo: string | null
  error: string | null
  disabled: boolean
  onChange: (photo: string | null) => void
}

export function PhotoPicker({ photo, error, disabled, onChange }: PhotoPickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const errorId = useId()
  const shownError = problem ?? error

  async function take(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = event.target.files?.[0]
    event.target.value = '' // so that the same file can be chosen again
    if (!file) return
    setIsBusy(true)
    const shrunk = await shrinkPhoto(file).catch(() => ({ problem: 'unreadable' as const }))
    setIsBusy(false)
    if (shrunk.problem) {
      setProblem(
        shrunk.problem === 'tooLarge' ? profileTexts.photoTooLarge : profileTexts.photoUnreadable,
      )
      return
    }
    setProblem(null)
    onChange(shrunk.data)
  }

  return (
    <div className="grid justify-items-center gap-3">
      <Preview photo={photo} />
      <div className="flex flex-wrap justify-center gap-2">
        <input
          ref={input}
          type="file"
          accept="image/*"
          className="sr-only"
          tabIndex={-1}
          aria-label={photo ? profileTexts.changePhoto : profileTexts.addPhoto}
          aria-describedby={shownError ? errorId : undefined}
          disabled={disabled}
          onChange={take}
        />
        <Button
          variant="secondary"
          busy={isBusy}
          disabled={disabled}
          icon={<Camera aria-hidden="true" className="size-5" />}
          aria-describedby={shownError ? errorId : undefined}
          onClick={() => input.current?.click()}
        >
          {photo ? profileTexts.changePhoto : profileTexts.addPhoto}
        </Button>
        {photo && (
          <Button
            variant="quiet"
            size="icon"
            disabled={disabled}
            aria-label={profileTexts.removePhoto}
            onClick={() => onChange(null)}
          >
            <Trash2 aria-hidden="true" className="size-5" />
          </Button>
        )}
      </div>
      {shownError && (
        <p id={errorId} role="alert" className="text-center text-danger text-sm">
          {shownError}
        </p>
      )}
    </div>
  )
}

function Preview({ photo }: { photo: string | null }) {
  const url = useObjectUrl(photo)
  if (url) {
    return (
      <img
        src={url}
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
      <Camera className="size-9" />
    </span>
  )
}
