import { Camera } from 'lucide'
import { profileTexts } from '#contract/texts/profile.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useObjectUrl } from './use-object-url.ts'

export function PhotoPreview({ photo }: { photo: string | null }) {
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
