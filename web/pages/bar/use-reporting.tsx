import { Suspense, useState } from 'react'
import { reportTexts } from '#contract/texts/report.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import type { ReportDialogProps } from '#web/features/reports/report-dialog.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'

const dialog = lazyPart<ReportDialogProps>(
  async () => (await import('#web/features/reports/report-dialog.tsx')).ReportDialog,
)

type Reported = Omit<ReportDialogProps, 'onClose'>

/** The dialog is drawn outside of what opens it: a sheet closes when its person leaves. */
export function useReporting(onHold?: (isOpen: boolean) => void) {
  const [person, setPerson] = useState<Reported | null>(null)

  async function open(reported: Reported): Promise<void> {
    try {
      await dialog.load()
    } catch {
      const { error: title } = sharedTexts
      showToast({ title, description: reportTexts.notLoaded, tone: 'destructive' })
      return
    }
    onHold?.(true)
    setPerson(reported)
  }
  function close(): void {
    setPerson(null)
    onHold?.(false)
  }
  return {
    prepare: dialog.prefetch,
    open: (reported: Reported) => void open(reported),
    drawn: person && (
      <Suspense>
        <dialog.Part {...person} onClose={close} />
      </Suspense>
    ),
  }
}
