import { useEffect, useEffectEvent } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import type { Report } from '#contract/reports.ts'
import { timeZoneOf } from '#contract/states.ts'
import { boardReportTexts, openReports, reportsIn } from '#contract/texts/reports-board.ts'
import { useHeldOrder } from '#web/ui/held-order.ts'
import { ReportCard } from './report-card.tsx'
import { useReports } from './use-reports.ts'

export interface OpenReportsProps {
  bar: AdminBar
  /** One came that was not there before. */
  onNew: () => void
  /** Asks first, then removes. */
  onRemove: (report: Report) => void
  /** Among those of other bars they are named. */
  namesBar?: boolean
  onCount?: (barId: string, count: number) => void
}

/** The open reports of a bar. Nothing without a report. */
export function OpenReports(props: OpenReportsProps) {
  const { bar, onNew, onCount } = props
  const { reports, hasFailed, drop } = useReports(bar.id, onNew)
  const count = reports?.length ?? 0
  const tell = useEffectEvent((open: number) => onCount?.(bar.id, open))
  useEffect(() => tell(count), [count])
  if (reports) return <Reports {...props} reports={reports} drop={drop} />
  return hasFailed && <p className="px-4 pb-3 text-danger text-sm">{boardReportTexts.loadFailed}</p>
}

interface ReportsProps extends OpenReportsProps {
  reports: readonly Report[]
  drop: (reportId: string) => void
}

function Reports({ bar, onRemove, namesBar = false, reports, drop }: ReportsProps) {
  const { id: barId, role } = bar
  const shown = useHeldOrder(reports, {
    list: `reports:${barId}`,
    fillsEmpty: false,
    idOf: ({ id }) => id,
    toGone: () => null,
  })
  if (shown.length === 0) return null
  return (
    <section
      aria-label={namesBar ? reportsIn(bar.name) : boardReportTexts.title}
      className={namesBar ? 'grid gap-1.5' : 'px-3 pt-2 pb-3'}
    >
      <p role="status" className="sr-only">
        {openReports(reports.length)}
      </p>
      {namesBar && (
        <h3 dir="auto" className="px-1 font-semibold text-sm">
          {reportsIn(bar.name)}
        </h3>
      )}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] items-start gap-2.5">
        {shown.map((report) => (
          <ReportCard
            key={report.id}
            barId={barId}
            report={report}
            timeZone={timeZoneOf(bar)}
            mayRead={role !== 'staff'}
            onRemove={onRemove}
            onClosed={drop}
          />
        ))}
      </div>
    </section>
  )
}
