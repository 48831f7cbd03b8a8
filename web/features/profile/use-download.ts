import { useState } from 'react'
import { profileTexts } from '#contract/texts/profile.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { fetchOwnData } from '#web/api/visit.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'

export function useDownload(barId: string, secret: string) {
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

  return { isBusy, download }
}
