import { useEffect, useEffectEvent, useState } from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { Report } from '#contract/reports.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { useRetries } from '#web/ui/use-retries.ts'

/** An event's type is the ID of the bar whose reports changed. */
const changes = new EventTarget()

/** A bar's board says that its reports changed, or begins anew and may have missed it. */
export function noteReportsChanged(barId: string): void {
  changes.dispatchEvent(new Event(barId))
}

export interface Reports {
  /** Undefined before the first answer. */
  reports: readonly Report[] | undefined
  hasFailed: boolean
  /** Takes one off the list before the next answer. */
  drop: (reportId: string) => void
}

/** The open reports of a bar, newest first. Asks when it is shown and after each change. */
export function useReports(barId: string, onNew: () => void): Reports {
  const [reports, setReports] = useState<readonly Report[]>()
  const [hasFailed, setHasFailed] = useState(false)

  async function ask(signal?: AbortSignal): Promise<void> {
    const answer = await adminCall(ADMIN_ENDPOINTS.listReports, { barId }).catch(() => null)
    if (signal?.aborted) return
    setHasFailed(answer === null)
    if (!answer) return
    if (reports && answer.some(({ id }) => reports.every((known) => known.id !== id))) onNew()
    setReports(answer)
  }
  const begin = useEffectEvent(ask)
  useEffect(() => {
    let asked = new AbortController()
    function askAnew(): void {
      asked.abort()
      asked = new AbortController()
      void begin(asked.signal)
    }
    askAnew()
    changes.addEventListener(barId, askAnew)
    return () => {
      asked.abort()
      changes.removeEventListener(barId, askAnew)
    }
  }, [barId])
  useRetries(hasFailed, () => void ask())
  const drop = (reportId: string) =>
    setReports((shown) => shown?.filter(({ id }) => id !== reportId))
  return { reports, hasFailed, drop }
}
