import { useEffect, useState } from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { HelpAnswer } from '#contract/help.ts'
import { adminCall } from '#web/api/admin-call.ts'
import type { MonitorConnection } from '#web/features/monitor/monitor-connection.ts'
import { Alarm } from '#web/features/safety/alarm.ts'
import type { DeskCall } from '#web/features/safety/help-desk.ts'
import { openDesk } from '#web/features/safety/help-desk.ts'
import type { ConfirmShown } from '#web/features/safety/shown-calls.ts'
import { ShownCalls } from '#web/features/safety/shown-calls.ts'
import { noteReportsChanged } from '#web/features/safety/use-reports.ts'

/** Calls for help of the bars whose sections are open, and what rings for a new report. */
export function useHelpDesk(connection: MonitorConnection) {
  const [{ alarm, desk, shownCalls, reportTags }] = useState(() => {
    const [alarm, desk] = [new Alarm(), openDesk()]
    const confirm: ConfirmShown = (barId, ids, rings) => confirmTo(connection, barId, ids, rings)
    return {
      alarm,
      desk,
      shownCalls: new ShownCalls(desk, alarm, confirm),
      /** The tag of reports of each bar whose section has no socket. */
      reportTags: new Map<string, string>(),
    }
  })
  useEffect(
    () =>
      connection.onIncident((incident) => {
        switch (incident.type) {
          case 'section': {
            const { barId, frame } = incident
            desk.dispatch({ type: 'frame', barId, frame, at: Date.now() })
            // A new socket may have missed a report.
            if (frame.type === 'people' || frame.type === 'reports') noteReportsChanged(barId)
            return
          }
          case 'polledSection': {
            const { barId, help, reports } = incident.room
            desk.dispatch({ type: 'polled', barId, help, at: Date.now() })
            if (reportTags.get(barId) !== reports) noteReportsChanged(barId)
            reportTags.set(barId, reports)
            return
          }
          case 'lostSection':
            return desk.dispatch({ type: 'lost', barId: incident.barId })
        }
      }),
    [connection, desk, reportTags],
  )
  return {
    alarm,
    desk,
    shownCalls,
    answer: async ({ barId, personId, id }: DeskCall, answer: HelpAnswer) => {
      const answered = { id, answer }
      const { help } = await adminCall(ADMIN_ENDPOINTS.answerHelp, { barId, personId }, answered)
      connection.noteAnswered()
      desk.dispatch({ type: 'answered', barId, personId, help, at: Date.now() })
    },
  }
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
