import { Download } from 'lucide'
import { profileTexts } from '#contract/texts/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useDownload } from './use-download.ts'

export function DownloadButton({ barId, secret }: { barId: string; secret: string }) {
  const { isBusy, download } = useDownload(barId, secret)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-4">
      <p className="flex-1 basis-40 text-ink-soft text-sm">{profileTexts.downloadHint}</p>
      <Button
        variant="secondary"
        className="px-3 text-sm"
        icon={<Icon of={Download} className="size-4.5" />}
        busy={isBusy}
        onClick={download}
      >
        {profileTexts.download}
      </Button>
    </div>
  )
}
