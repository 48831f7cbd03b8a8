import { useEffect, useEffectEvent, useRef } from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { ReportCard } from '#contract/reports.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { useAct } from '#web/ui/use-act.ts'
import { useAsked } from '#web/ui/use-asked.ts'

/** An event's type is the ID of the bar whose reports changed. */
const changes = new EventTarget()

/** Asks for the reports of a bar again: the board says that they changed, or was reconnected and may have missed it. */
export function noteReportsChanged(barId: string): void {
  changes.dispatchEvent(new Event(barId))
}

export interface ShownReports {
  cards: readonly ReportCard[]
  /** Counts all open reports of the bar. */
  open: number
  /** How many pages were asked for. */
  pages: number
  hasMore: boolean
}

/** The open reports of a bar. Asks when it is shown and after each change, for all pages in sight. */
export function useReports(barId: string, onNew: () => void) {
  const wanted = useRef(1)
  /** When the newest report that was ever shown here was made: older ones move up as others are closed. */
  const newestAt = useRef(0)
  const asked = useAsked(
    async (signal) => {
      const before = asked.value
      const answer = await readPages(barId, wanted.current)
      const isAsked = before !== undefined && before.pages < answer.pages
      const isNew = ({ id, report }: ReportCard) =>
        report.rank !== 'excess' &&
        report.reportedAt > newestAt.current &&
        before?.cards.every((known) => known.id !== id)
      if (!signal.aborted && !isAsked && answer.cards.some(isNew)) onNew()
      const times = answer.cards.map(({ report }) => report.reportedAt)
      newestAt.current = Math.max(newestAt.current, ...times)
      return answer
    },
    { key: barId, again: true },
  )
  const askAnew = useEffectEvent(() => void asked.ask())
  useEffect(() => {
    changes.addEventListener(barId, askAnew)
    return () => changes.removeEventListener(barId, askAnew)
  }, [barId])
  const [showMore, isShowingMore] = useAct(async () => {
    wanted.current += 1
    await asked.ask()
  })
  /** Takes a card off the list before the next answer. */
  const drop = (cardId: string) =>
    asked.change(({ cards, open, ...shown }) => ({
      ...shown,
      cards: cards.filter(({ id }) => id !== cardId),
      open: open - 1,
    }))
  return { shown: asked.value, hasFailed: asked.hasFailed, drop, showMore, isShowingMore }
}

async function readPages(barId: string, pages: number): Promise<ShownReports> {
  // A card whose report is new meanwhile may come twice.
  const cards = new Map<string, ReportCard>()
  let [open, after] = [0, '']
  for (let page = 0; page < pages; page += 1) {
    const place = { barId, ...(after && { after }) }
    const answer = await adminCall(ADMIN_ENDPOINTS.listReports, place, undefined, { quiet: true })
    for (const card of answer.cards) cards.set(card.id, card)
    if (page === 0) open = answer.open
    after = answer.next ?? ''
    if (!after) break
  }
  return { cards: [...cards.values()], open, pages, hasMore: after !== '' }
}
