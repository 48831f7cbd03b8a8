import { useEffect, useEffectEvent, useState } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import type { Report, ReportCard as ReportCardData } from '#contract/reports.ts'
import { timeZoneOf } from '#contract/states.ts'
import { boardReportTexts, openReports, reportsIn } from '#contract/texts/reports-board.ts'
import { Button } from '#web/ui/button.tsx'
import { useHeldOrder } from '#web/ui/held-order.ts'
import { FoldedReports } from './folded-reports.tsx'
import { ReportCard } from './report-card.tsx'
import type { ShownReports } from './use-reports.ts'
import { useReports } from './use-reports.ts'

export interface OpenReportsProps {
  bar: AdminBar
  /** One came that was not there before. */
  onNew: () => void
  /** Asks first, then removes. */
  onRemove: (report: Report) => void
  /** Names the bar above its reports. */
  namesBar?: boolean
  onCount?: (barId: string, count: number) => void
}

/** The open reports of a bar. Nothing without a report. */
export function OpenReports(props: OpenReportsProps) {
  const { bar, onNew, onCount } = props
  const reports = useReports(bar.id, onNew)
  const { shown, hasFailed } = reports
  const count = shown?.open ?? 0
  const tell = useEffectEvent((open: number) => onCount?.(bar.id, open))
  useEffect(() => {
    tell(count)
    return () => tell(0)
  }, [count])
  if (shown) return <Reports {...props} {...reports} shown={shown} />
  return hasFailed && <p className="px-4 pb-3 text-danger text-sm">{boardReportTexts.loadFailed}</p>
}

type ReportsProps = OpenReportsProps &
  Omit<ReturnType<typeof useReports>, 'shown'> & { shown: ShownReports }

function Reports(props: ReportsProps) {
  const { bar, onRemove, namesBar = false, shown, drop, showMore, isShowingMore } = props
  const { id: barId, role } = bar
  /** The cards that were answered here go at once. */
  const [answered] = useState(() => new Set<string>())
  const cards = useHeldOrder(shown.cards, {
    list: `reports:${barId}`,
    fillsEmpty: false,
    idOf: ({ id }) => id,
    toGone: (card) => (answered.has(card.id) ? null : toClosed(card)),
    // Pages that were asked for are drawn at once.
    view: String(shown.pages),
  })
  if (cards.length === 0) return null
  const sameFor = ({ id }: ReportCardData) => ({
    barId,
    timeZone: timeZoneOf(bar),
    mayRead: role !== 'staff',
    onRemove: (report: Report) => {
      answered.add(id)
      onRemove(report)
    },
  })
  return (
    <section
      aria-label={namesBar ? reportsIn(bar.name) : boardReportTexts.title}
      className={namesBar ? 'grid gap-1.5' : 'px-3 pt-2 pb-3'}
    >
      <p role="status" className="sr-only">
        {openReports(shown.open)}
      </p>
      {namesBar && (
        <h3 dir="auto" className="px-1 font-semibold text-sm">
          {reportsIn(bar.name)}
        </h3>
      )}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] items-start gap-2.5">
        {cards.map((card) =>
          card.count > 1 ? (
            <FoldedReports key={card.id} {...sameFor(card)} card={card} />
          ) : (
            <ReportCard
              key={card.id}
              {...sameFor(card)}
              report={card.report}
              onClosed={() => {
                answered.add(card.id)
                drop(card.id)
              }}
            />
          ),
        )}
      </div>
      {shown.hasMore && (
        <Button
          variant="secondary"
          className="mt-2.5"
          busy={isShowingMore}
          onClick={() => void showMore()}
        >
          {boardReportTexts.more}
        </Button>
      )}
    </section>
  )
}

/** A colleague has closed it. */
function toClosed(card: ReportCardData): ReportCardData {
  return { ...card, report: { ...card.report, state: 'closed' } }
}
