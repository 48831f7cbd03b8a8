import { useId, useState } from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { ReportsPage } from '#contract/reports.ts'
import { boardReportTexts } from '#contract/texts/reports-board.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { Button } from '#web/ui/button.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { MessagesButton, ReportBody } from './report-card.tsx'

export interface ClosedReportsProps {
  barId: string
  timeZone: string
}

/** The closed reports of a bar, for owners and administrators. Loads them at a press. */
export function ClosedReports(props: ClosedReportsProps) {
  const { barId } = props
  const titleId = useId()
  const [shown, setShown] = useState<ReportsPage | null>(null)
  const [show, isBusy] = useAct(async (after?: string) => {
    const page = { barId, ...(after && { after }) }
    const { reports, next } = await adminCall(ADMIN_ENDPOINTS.listClosedReports, page)
    setShown({ reports: [...(shown?.reports ?? []), ...reports], next })
  }, boardReportTexts.closedFailed)
  return (
    <section aria-labelledby={titleId} className="grid gap-3 border-line border-t pt-5">
      <h3 id={titleId} className="font-semibold text-lg">
        {boardReportTexts.closedTitle}
      </h3>
      {shown && <Closed {...props} {...shown} />}
      {(!shown || shown.next) && (
        <Button
          variant="secondary"
          busy={isBusy}
          onClick={() => void show(shown?.next ?? undefined)}
        >
          {shown ? boardReportTexts.more : boardReportTexts.show}
        </Button>
      )}
    </section>
  )
}

function Closed({ reports, ...props }: ClosedReportsProps & ReportsPage) {
  if (reports.length === 0) {
    return <p className="text-ink-soft text-sm">{boardReportTexts.noneClosed}</p>
  }
  return (
    <ul className="grid gap-3">
      {reports.map((report) => (
        <li key={report.id} className="grid gap-3 rounded-lg border border-line bg-sunken p-3">
          <ReportBody {...props} report={report} isClosed />
          {report.evidence && report.evidence.messages > 0 && (
            <MessagesButton {...props} report={report} />
          )}
        </li>
      ))}
    </ul>
  )
}
