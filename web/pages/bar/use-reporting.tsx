import { useState } from 'react'
import type { ReportDialogProps } from '#web/features/reports/report-dialog.tsx'
import { ReportDialog } from '#web/features/reports/report-dialog.tsx'

type Reported = Omit<ReportDialogProps, 'onClose'>

/** The dialog is drawn outside of what opens it: a sheet closes when its person leaves. */
export function useReporting(onHold?: (isOpen: boolean) => void) {
  const [person, setPerson] = useState<Reported | null>(null)

  function open(reported: Reported): void {
    onHold?.(true)
    setPerson(reported)
  }
  function close(): void {
    setPerson(null)
    onHold?.(false)
  }
  return { open, drawn: person && <ReportDialog {...person} onClose={close} /> }
}
