import { useMemo } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import { LIMITS } from '#contract/limits.ts'
import type { WaitingCounts } from '#contract/monitor.ts'
import { useHeldOrder } from '#web/ui/held-order.ts'

/**
 * Lists the bars whose open reports the board shows: those with a section, and the first 24 of which the monitor counts any.
 * A bar that gets its first report waits for the pill.
 */
export function useReportedBars(
  bars: readonly AdminBar[],
  watched: readonly string[],
  reports: WaitingCounts,
  isHeld: boolean,
): readonly AdminBar[] {
  const fresh = useMemo(
    () => bars.filter(({ id }) => reports[id]).slice(0, LIMITS.boardSections),
    [bars, reports],
  )
  const held = useHeldOrder(fresh, {
    list: 'reports',
    isHeld,
    fillsEmpty: false,
    idOf: ({ id }) => id,
    // Its closed reports keep their places.
    toGone: (bar) => bar,
    // The list of a bar with a section counts what is new in it.
    countWaiting: (shown) =>
      fresh
        .filter(({ id }) => !watched.includes(id) && shown.every((bar) => bar.id !== id))
        .reduce((sum, { id }) => sum + (reports[id] ?? 0), 0),
  })
  return bars.filter(({ id }) => watched.includes(id) || held.some((bar) => bar.id === id))
}
