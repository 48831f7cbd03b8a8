import { Download } from 'lucide'
import { useState } from 'react'
import { profileTexts } from '#contract/texts/profile.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { fetchOwnData } from '#web/api/visit.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'

/** Gives a person everything that is kept about them, as a file. */
export function DownloadButton({ barId, secret }: { barId: string; secret: string }) {
  const [isBusy, setIsBusy] = useState(false)

  async function download(): Promise<void> {
    setIsBusy(true)
    try {
      const text = JSON.stringify(await fetchOwnData(barId, secret), null, 2)
      saveFile(new Blob([text], { type: 'application/json' }), profileTexts.downloadName)
    } catch {
      const { downloadFailed: description } = profileTexts
      showToast({ title: sharedTexts.error, description, tone: 'destructive' })
    }
    setIsBusy(false)
  }

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
