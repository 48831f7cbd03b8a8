import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { HelpAnswer } from '#contract/help.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { unless } from '#web/api/call.ts'
import type { MonitorConnection } from '#web/features/monitor/monitor-connection.ts'
import { Alarm } from '#web/features/safety/alarm.ts'
import type { DeskCall, DeskStore } from '#web/features/safety/help-desk.ts'
import { hasOpenCall, openDesk } from '#web/features/safety/help-desk.ts'
import type { ConfirmShown } from '#web/features/safety/shown-calls.ts'
import { ShownCalls } from '#web/features/safety/shown-calls.ts'
import { noteReportsChanged } from '#web/features/safety/use-reports.ts'

export interface HelpDesk {
  alarm: Alarm
  desk: DeskStore
  shownCalls: ShownCalls
  answer: (call: DeskCall, answer: HelpAnswer) => Promise<void>
  /** True while a call waits for help. */
  rings: boolean
}

/** Calls for help of the bars whose sections are open, and what rings for them: on every page behind the login. */
export function useHelpDesk(connection: MonitorConnection): HelpDesk {
  const [parts] = useState(() => {
    const [alarm, desk] = [new Alarm(), openDesk()]
    const confirm: ConfirmShown = (barId, ids, rings) => confirmTo(connection, barId, ids, rings)
    const answer: HelpDesk['answer'] = async (call, answer) => {
      const { barId, personId, id } = call
      const asked = adminCall(ADMIN_ENDPOINTS.answerHelp, { barId, personId }, { id, answer })
      // Another board may have closed the call.
      const answered = await unless('not_found', asked)
      connection.noteAnswered()
      desk.dispatch({ type: 'answered', call, help: answered?.help ?? null, at: Date.now() })
    }
    return { alarm, desk, shownCalls: new ShownCalls(desk, alarm, confirm), answer }
  })
  const { alarm, desk, shownCalls } = parts
  const rings = useSyncExternalStore(desk.subscribe, () => hasOpenCall(desk.read()))
  useEffect(() => alarm.wait(), [alarm])
  useEffect(() => shownCalls.start(), [shownCalls])
  useLayoutEffect(() => alarm.ring(rings), [alarm, rings])
  useEffect(() => feed(desk, connection), [desk, connection])
  return useMemo(() => ({ ...parts, rings }), [parts, rings])
}

function feed(desk: DeskStore, connection: MonitorConnection): () => void {
  /** The tag of reports of each bar whose section has no socket. */
  const reportTags = new Map<string, string>()
  return connection.onIncident((incident) => {
    switch (incident.type) {
      case 'section': {
        const { barId, frame } = incident
        desk.dispatch({ type: 'frame', barId, frame, at: Date.now() })
        // A new socket may have missed a report.
        if (frame.number === 1 || frame.type === 'reports') noteReportsChanged(barId)
        return
      }
      case 'polledSection': {
        const { barId, help, reports } = incident.room
        desk.dispatch({ type: 'polled', barId, help, at: Date.now() })
        if (reportTags.get(barId) !== reports) noteReportsChanged(barId)
        reportTags.set(barId, reports)
        return
      }
      case 'reports':
        for (const barId of incident.barIds) noteReportsChanged(barId)
        return
      case 'lostSection':
        return desk.dispatch({ type: 'lost', barId: incident.barId })
      case 'closedSection':
        return desk.dispatch({ type: 'gone', barId: incident.barId })
    }
  })
}

/** Over HTTP without a socket. Without an answer the person reads that nobody has seen it, and it is repeated. */
function confirmTo(
  connection: MonitorConnection,
  barId: string,
  shown: readonly string[],
  rings: boolean,
): void {
  const ids = [...shown]
  if (connection.send(barId, { type: 'helpShown', ids, rings }) || !rings) return
  const confirming = adminCall(ADMIN_ENDPOINTS.confirmHelp, { barId }, { ids }, { quiet: true })
  void confirming.catch(() => undefined)
}
