import { Image } from 'lucide'
import type { ChangeEvent } from 'react'
import { useRef } from 'react'
import { scannerTexts } from '#contract/texts/scanner.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

interface PhotoButtonProps {
  isBusy: boolean
  onPhoto: (photo: File) => void
}

export function PhotoButton({ isBusy, onPhoto }: PhotoButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [photo] = target.files ?? []
    // Allows choosing the same photo again.
    target.value = ''
    if (photo) onPhoto(photo)
  }
  return (
    <>
      <input ref={input} type="file" accept="image/*" hidden onChange={choose} />
      <Button
        variant="secondary"
        block
        busy={isBusy}
        busyLabel={scannerTexts.readingPhoto}
        icon={<Icon of={Image} className="size-5 text-link" />}
        onClick={() => input.current?.click()}
      >
        {scannerTexts.choosePhoto}
      </Button>
    </>
  )
}
