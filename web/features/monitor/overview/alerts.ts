import { useCallback, useState } from 'react'
import type { WaitingCounts } from '#contract/monitor.ts'

/** Numbers of calls and reports that wait in a bar for its staff. */
export interface BarAlerts {
  calls: number
  reports: number
}

type Counts = ReadonlyMap<string, number>

/** Calls that nobody is on their way to, and open reports, by bar. Of reports that are not `listed` the monitor tells the number. */
export function toAlerts(
  calls: Iterable<{ barId: string; state: string }>,
  listed: Counts,
  monitored: WaitingCounts,
): ReadonlyMap<string, BarAlerts> {
  const alerts = new Map<string, BarAlerts>()
  for (const barId of [...Object.keys(monitored), ...listed.keys()]) {
    alerts.set(barId, { calls: 0, reports: listed.get(barId) || (monitored[barId] ?? 0) })
  }
  for (const { barId, state } of calls) {
    const before = alerts.get(barId) ?? { calls: 0, reports: 0 }
    if (state === 'open') alerts.set(barId, { ...before, calls: before.calls + 1 })
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
