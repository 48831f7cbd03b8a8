import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Report } from '#contract/reports.ts'
import { fetchReports } from '#web/api/admin-reports.ts'
import { Store } from '#web/socket/store.ts'
import { useRetries } from '#web/ui/use-retries.ts'

export type KeepSession = <T>(call: () => Promise<T>) => Promise<T>

/** How often the reports of each bar have changed. */
const changes = new Store<ReadonlyMap<string, number>, string>(new Map(), (counts, barId) =>
  new Map(counts).set(barId, (counts.get(barId) ?? 0) + 1),
)

/** A bar's board says that its reports changed, or begins anew and may have missed it. */
export function noteReportsChanged(barId: string): void {
  changes.dispatch(barId)
}

export interface Reports {
  /** Undefined before the first answer. */
  reports: readonly Report[] | undefined
  hasFailed: boolean
  /** Takes one off the list before the next answer. */
  drop: (reportId: string) => void
}

/** The open reports of a bar, newest first. Asks when it is shown and after each change. */
export function useReports(barId: string, keepSession: KeepSession, onNew: () => void): Reports {
  const changed = useSyncExternalStore(changes.subscribe, () => changes.getState().get(barId) ?? 0)
  const [reports, setReports] = useState<readonly Report[]>()
  const [hasFailed, setHasFailed] = useState(false)

  async function ask(signal?: AbortSignal): Promise<void> {
    const answer = await keepSession(() => fetchReports(barId)).catch(() => null)
    if (signal?.aborted) return
    setHasFailed(answer === null)
    if (!answer) return
    if (reports && answer.some(({ id }) => reports.every((known) => known.id !== id))) onNew()
    setReports(answer)
  }
  const begin = useEffectEvent(ask)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is a reason to ask anew
  useEffect(() => {
    const abort = new AbortController()
    void begin(abort.signal)
    return () => abort.abort()
  }, [barId, changed])
  useRetries(hasFailed, () => void ask())
  const drop = (reportId: string) =>
    setReports((shown) => shown?.filter(({ id }) => id !== reportId))
  return { reports, hasFailed, drop }
}
