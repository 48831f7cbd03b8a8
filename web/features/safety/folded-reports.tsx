import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { Report, ReportCard, ReportsPage } from '#contract/reports.ts'
import { boardReportTexts, foldOf, openFold } from '#contract/texts/reports-board.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { Button } from '#web/ui/button.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import { useFold } from '#web/ui/use-fold.ts'
import type { OpenReportProps } from './report-card.tsx'
import { OpenReport, reportClass, Side } from './report-card.tsx'
import { noteReportsChanged } from './use-reports.ts'

export interface FoldedReportsProps
  extends Pick<OpenReportProps, 'barId' | 'timeZone' | 'mayRead' | 'onRemove'> {
  card: ReportCard
}

/** The reports of newcomers about one person: one card, in which each is read and answered alone. */
export function FoldedReports(props: FoldedReportsProps) {
  const { barId, card } = props
  const { isOpen, button, body } = useFold()
  const { id: reportId, evidence } = card.report
  const isClosed = card.report.state !== 'open'
  const title = foldOf(card.count, evidence?.reported.name ?? null)
  return (
    <article aria-label={title} className={reportClass(card.report.state)}>
      <h4 dir="auto" className="font-semibold text-base">
        {title}
      </h4>
      {evidence && (
        <Side
          label={boardReportTexts.about}
          of="reported"
          barId={barId}
          reportId={reportId}
          side={evidence.reported}
        />
      )}
      <p className="text-ink-soft text-sm">{boardReportTexts.foldDetail}</p>
      {isOpen && <p className="text-ink-soft text-sm">{boardReportTexts.discreet}</p>}
      <Button variant="secondary" disabled={isClosed} {...button}>
        {isClosed ? boardReportTexts.wasClosed : toFoldText(isOpen, card.count)}
      </Button>
      <div {...body}>{isOpen && <ReportsOf {...props} personId={card.id} />}</div>
    </article>
  )
}

function ReportsOf(props: FoldedReportsProps & { personId: string }) {
  const { barId, personId, card } = props
  const read = (after?: string) =>
    adminCall(ADMIN_ENDPOINTS.listReportsOf, { barId, personId, ...(after && { after }) })
  const readShown = async () => {
    let page = await read()
    while (page.next && page.reports.length < (asked.value?.reports.length ?? 0)) {
      page = join(page, await read(page.next))
    }
    return page
  }
  // Another number: one came or was closed.
  const asked = useAsked(readShown, { key: `${card.count} ${card.report.id}`, again: true })
  const [readOn, isBusy] = useAct(async (after: string) => {
    const more = await read(after)
    asked.change((shown) => join(shown, more))
  }, boardReportTexts.moreFailed)
  const drop = (report: Report) => {
    asked.change((shown) => without(shown, report.id))
    noteReportsChanged(barId)
  }
  if (!asked.value) {
    return asked.hasFailed && <p className="text-danger text-sm">{boardReportTexts.loadFailed}</p>
  }
  const { reports, next } = asked.value
  return (
    <div className="grid gap-3">
      <ol className="grid gap-3">
        {reports.map((report) => (
          <li key={report.id} className="grid gap-3 border-line border-t pt-3">
            <OpenReport {...props} isFolded report={report} onClosed={() => drop(report)} />
          </li>
        ))}
      </ol>
      {next && (
        <Button variant="secondary" busy={isBusy} onClick={() => void readOn(next)}>
          {boardReportTexts.more}
        </Button>
      )}
    </div>
  )
}

function join(one: ReportsPage, next: ReportsPage): ReportsPage {
  return { ...next, reports: [...one.reports, ...next.reports] }
}

function without({ reports, next }: ReportsPage, reportId: string): ReportsPage {
  return { reports: reports.filter(({ id }) => id !== reportId), next }
}

function toFoldText(isOpen: boolean, count: number): string {
  return isOpen ? boardReportTexts.foldClose : openFold(count)
}
