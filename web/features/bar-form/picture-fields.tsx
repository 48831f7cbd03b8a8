import Camera from 'lucide:camera'
import CircleAlert from 'lucide:circle-alert'
import ImagePlus from 'lucide:image-plus'
import X from 'lucide:x'
import { useId, useRef, useState } from 'react'
import { hasCode } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import {
  barFormTexts,
  countOf,
  photoPreviewLabel,
  removePhotoLabel,
} from '#contract/texts/bar-form.ts'
import { saysSignedOut } from '#web/api/admin-call.ts'
import type { PictureProblem } from '#web/pictures/open-picture.ts'
import type { ShrunkPicture } from '#web/pictures/shrink-picture.ts'
import { shrinkPicture } from '#web/pictures/shrink-picture.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import type { FormPicture, PictureUploads } from './picture-uploads.ts'
import type { BarFormState } from './use-bar-form.ts'

export function LogoField({ form: { uploads, pictures, isBusy } }: { form: BarFormState }) {
  const titleId = useId()
  const problemsId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const logos = pictures.filter(({ folder }) => folder === 'logos')
  const [logo] = logos
  const picker = usePicturePicker(uploads, (picture) => {
    if (logo) uploads.remove(logo.id)
    uploads.add('logos', picture)
  })
  const label = logo ? barFormTexts.changeLogo : barFormTexts.addLogo

  const remove = (id: number) => {
    uploads.remove(id)
    button.current?.focus()
  }
  return (
    <fieldset aria-labelledby={titleId} disabled={isBusy} className="grid min-w-0 gap-2.5">
      <h4 id={titleId} className="font-semibold text-sm">
        {barFormTexts.logo}
      </h4>
      {logo && (
        <div className="w-36">
          <PictureTile
            picture={logo}
            label={barFormTexts.logoPreview}
            removeLabel={barFormTexts.removeLogo}
            onRemove={() => remove(logo.id)}
            onRetry={() => uploads.send(logo)}
          />
        </div>
      )}
      <div>
        <FileButton
          ref={button}
          variant="secondary"
          accept="image/*"
          busy={picker.isBusy}
          icon={<Icon of={ImagePlus} className="size-5" />}
          aria-describedby={problemsId}
          onPick={picker.pick}
        >
          {label}
        </FileButton>
      </div>
      <PictureProblems id={problemsId} problem={picker.problem} pictures={logos} />
    </fieldset>
  )
}

export function PhotosField({ form: { uploads, pictures, isBusy } }: { form: BarFormState }) {
  const titleId = useId()
  const problemsId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const photos = pictures.filter(({ folder }) => folder === 'photos')
  const picker = usePicturePicker(uploads, (picture) => uploads.add('photos', picture))

  const remove = (id: number) => {
    uploads.remove(id)
    picker.mark(null)
    button.current?.focus()
  }
  const refuse = () => {
    const { photoLimit: title, photoLimitDetail: description } = barFormTexts
    picker.mark(description)
    showToast({ title, description })
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
                onRetry={() => uploads.send(photo)}
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
          onRefuse={refuse}
        >
          {barFormTexts.addPhoto}
        </FileButton>
      </div>
      <PictureProblems id={problemsId} problem={picker.problem} pictures={photos} />
    </fieldset>
  )
}

const BAR_PICTURE = { sidePx: LIMITS.barPictureSidePx, bytes: LIMITS.barPictureBytes }
const PROBLEMS: Record<PictureProblem, string> = {
  unreadable: barFormTexts.pictureUnreadable,
  heic: barFormTexts.pictureInHeic,
  cutOff: barFormTexts.pictureCutOff,
  tooWide: barFormTexts.pictureTooWide,
  tooLarge: barFormTexts.pictureTooLarge,
}
const UNREADABLE: ShrunkPicture = { problem: 'unreadable' }

function usePicturePicker(uploads: PictureUploads, onPicture: (picture: Blob) => void) {
  const [problem, mark] = useState<string | null>(null)
  const [pick, isBusy] = useAct((file: File) => uploads.prepare(add(file)))

  /** Resolves to false if the file is no picture that can be sent. */
  async function add(file: File): Promise<boolean> {
    mark(null)
    const shrunk = await shrinkPicture(file, BAR_PICTURE).catch(() => UNREADABLE)
    if (shrunk.picture) onPicture(shrunk.picture)
    else mark(PROBLEMS[shrunk.problem])
    return shrunk.picture !== undefined
  }

  return { pick, mark, problem, isBusy }
}

interface PictureTileProps {
  picture: FormPicture
  label: string
  removeLabel: string
  onRemove: () => void
  onRetry: () => void
}

function PictureTile(props: PictureTileProps) {
  const { picture, label, removeLabel, onRemove, onRetry } = props
  const { url, path, failure, progress } = picture
  const isSending = path === null && !failure
  return (
    <div
      className={`relative aspect-square overflow-hidden rounded-lg border bg-sunken ${failure ? 'border-2 border-danger' : 'border-line'}`}
    >
      <img
        src={url}
        alt={label}
        className={`size-full object-cover transition-opacity ${path ? '' : 'opacity-45'}`}
      />
      {isSending && (
        <span className="absolute inset-x-2 bottom-2 grid gap-1.5 rounded-md bg-raised px-2 py-1.5 text-xs">
          <span>{barFormTexts.uploading}</span>
          <progress
            aria-label={barFormTexts.uploading}
            max={1}
            value={progress}
            className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
          />
        </span>
      )}
      {Boolean(failure) && (
        <Button
          variant="secondary"
          className="absolute inset-x-1.5 bottom-1.5 px-1! text-xs!"
          onClick={onRetry}
        >
          {barFormTexts.retryUpload}
        </Button>
      )}
      <Button
        variant="secondary"
        size="icon"
        className="absolute top-2 right-2 shadow-float"
        aria-label={removeLabel}
        onClick={onRemove}
      >
        <Icon of={X} className="size-5" />
      </Button>
    </div>
  )
}

interface PictureProblemsProps {
  id: string
  problem: string | null
  pictures: readonly FormPicture[]
}

/** Always rendered: screen readers announce only changes in an existing live region. */
function PictureProblems({ id, problem, pictures }: PictureProblemsProps) {
  const failures = pictures.flatMap(({ failure }) =>
    failure ? [describeUploadFailure(failure)] : [],
  )
  const sentences = [...new Set(problem ? [problem, ...failures] : failures)]
  return (
    <div id={id} role="alert" className="grid gap-1.5 text-danger text-sm empty:hidden">
      {sentences.map((sentence) => (
        <p key={sentence} className="flex items-start gap-1.5">
          <Icon of={CircleAlert} className="mt-0.5 size-4.5 shrink-0" />
          <span>{sentence}</span>
        </p>
      ))}
    </div>
  )
}

function describeUploadFailure(error: unknown): string {
  if (saysSignedOut(error)) return adminTexts.sessionEndedDetail
  const isRefused = hasCode(error, 'photo_refused', 'too_large', 'unsupported_media_type')
  return isRefused ? barFormTexts.pictureRefused : barFormTexts.uploadFailed
}
