import type { AdminBar } from '#contract/admin-bar.ts'
import type { Report } from '#contract/reports.ts'
import { timeZoneOf } from '#contract/states.ts'
import { boardReportTexts, openReports } from '#contract/texts/reports-board.ts'
import { ReportCard } from './report-card.tsx'
import { useReports } from './use-reports.ts'

export interface OpenReportsProps {
  bar: AdminBar
  /** One came that was not there before. */
  onNew: () => void
  /** Asks first, then removes. */
  onRemove: (report: Report) => void
}

/** In a bar's section of the board, above its people. Nothing without a report. */
export function OpenReports({ bar, onNew, onRemove }: OpenReportsProps) {
  const { id: barId, role } = bar
  const { reports, hasFailed, drop } = useReports(barId, onNew)
  if (!reports) {
    return (
      hasFailed && <p className="px-4 pb-3 text-danger text-sm">{boardReportTexts.loadFailed}</p>
    )
  }
  if (reports.length === 0) return null
  return (
    <section aria-label={boardReportTexts.title} className="px-3 pt-2 pb-3">
      <p role="status" className="sr-only">
        {openReports(reports.length)}
      </p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] items-start gap-2.5">
        {reports.map((report) => (
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
