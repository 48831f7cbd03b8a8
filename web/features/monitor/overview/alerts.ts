import { useCallback, useState } from 'react'
import type { WaitingCounts } from '#contract/monitor.ts'

/** Numbers of calls and reports that wait in a bar for its staff. */
export interface BarAlerts {
  calls: number
  reports: number
}

type Counts = ReadonlyMap<string, number>

/**
 * Calls that nobody is on their way to, and open reports, by bar. The monitor tells the numbers of reports that
 * are not `listed`, and of unresolved calls where no section is `watched`.
 */
export function toAlerts(
  calls: Iterable<{ barId: string; state: string }>,
  listed: Counts,
  monitored: { calls: WaitingCounts; reports: WaitingCounts },
  watched: readonly string[],
): ReadonlyMap<string, BarAlerts> {
  const unwatched = new Map(Object.entries(monitored.calls))
  for (const barId of watched) unwatched.delete(barId)
  const alerts = new Map<string, BarAlerts>()
  for (const barId of [...unwatched.keys(), ...Object.keys(monitored.reports), ...listed.keys()]) {
    const reports = listed.get(barId) || (monitored.reports[barId] ?? 0)
    alerts.set(barId, { calls: unwatched.get(barId) ?? 0, reports })
  }
  for (const { barId, state } of calls) {
    const before = alerts.get(barId) ?? { calls: 0, reports: 0 }
    const isCounted = state === 'open' && !unwatched.has(barId)
    if (isCounted) alerts.set(barId, { ...before, calls: before.calls + 1 })
  }
  return alerts
}

export function sumAlerts(alerts: ReadonlyMap<string, BarAlerts>): BarAlerts {
  const sum = { calls: 0, reports: 0 }
  for (const { calls, reports } of alerts.values()) {
    sum.calls += calls
    sum.reports += reports
  }
  return sum
}

/** A number of each bar. */
export function useCounts(): [Counts, (barId: string, count: number) => void] {
  const [counts, setCounts] = useState<Counts>(new Map())
  const set = useCallback(
    (barId: string, count: number) => setCounts((before) => new Map(before).set(barId, count)),
    [],
  )
  return [counts, set]
}
