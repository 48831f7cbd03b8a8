import { X } from 'lucide'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { TrayPicture } from './picture-tray.ts'

export interface PictureTileProps {
  picture: TrayPicture
  label: string
  removeLabel: string
  onRemove: () => void
  onRetry: () => void
}

export function PictureTile(props: PictureTileProps) {
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
          {barFormTexts.uploading}
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
