import { Camera } from 'lucide'
import { useId, useRef } from 'react'
import { LIMITS } from '#contract/limits.ts'
import {
  barFormTexts,
  countOf,
  photoPreviewLabel,
  removePhotoLabel,
} from '#contract/texts/bar-form.ts'
import { FileButton } from '#web/ui/file-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { PictureProblems } from './picture-problems.tsx'
import { PictureTile } from './picture-tile.tsx'
import type { BarFormState } from './use-bar-form.ts'
import { usePicturePicker } from './use-picture-picker.ts'

export function PhotosField({ form: { tray, pictures, isBusy } }: { form: BarFormState }) {
  const titleId = useId()
  const problemsId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const photos = pictures.filter(({ folder }) => folder === 'photos')
  const picker = usePicturePicker((picture) => tray.add('photos', picture))

  const remove = (id: number) => {
    tray.remove(id)
    button.current?.focus()
  }
  return (
    <fieldset
      aria-labelledby={titleId}
      disabled={isBusy}
      className="@container grid min-w-0 gap-2.5"
    >
      <div className="flex items-baseline justify-between gap-3">
        <h4 id={titleId} className="font-semibold text-sm">
          {barFormTexts.photos}
        </h4>
        <p className="text-ink-soft text-sm tabular-nums">
          {countOf(photos.length, LIMITS.environmentPhotos)}
        </p>
      </div>
      {photos.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-3 @md:grid-cols-3 @3xl:grid-cols-5">
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <PictureTile
                picture={photo}
                label={photoPreviewLabel(index + 1)}
                removeLabel={removePhotoLabel(index + 1)}
                onRemove={() => remove(photo.id)}
                onRetry={() => tray.send(photo)}
              />
            </li>
          ))}
        </ul>
      )}
      <div>
        <FileButton
          ref={button}
          variant="secondary"
          accept="image/*"
          busy={picker.isBusy}
          icon={<Icon of={Camera} className="size-5" />}
          aria-disabled={photos.length >= LIMITS.environmentPhotos || undefined}
          aria-describedby={problemsId}
          onPick={picker.pick}
          onRefuse={tellLimit}
        >
          {barFormTexts.addPhoto}
        </FileButton>
      </div>
      <PictureProblems id={problemsId} problem={picker.problem} pictures={photos} />
    </fieldset>
  )
}

function tellLimit(): void {
  const { photoLimit: title, photoLimitDetail: description } = barFormTexts
  showToast({ title, description, tone: 'destructive' })
}
