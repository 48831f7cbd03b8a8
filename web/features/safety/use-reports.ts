import { useEffect, useEffectEvent } from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { Report } from '#contract/reports.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { useAsked } from '#web/ui/use-asked.ts'

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
  const asked = useAsked(
    async (signal) => {
      const answer = await adminCall(ADMIN_ENDPOINTS.listReports, { barId })
      const isNew = ({ id }: Report) => asked.value?.every((known) => known.id !== id)
      if (!signal.aborted && answer.some(isNew)) onNew()
      return answer
    },
    { key: barId, again: true },
  )
  const askAnew = useEffectEvent(() => void asked.ask())
  useEffect(() => {
    changes.addEventListener(barId, askAnew)
    return () => changes.removeEventListener(barId, askAnew)
  }, [barId])
  const drop = (reportId: string) =>
    asked.change((reports) => reports.filter(({ id }) => id !== reportId))
  return { reports: asked.value, hasFailed: asked.hasFailed, drop }
}
