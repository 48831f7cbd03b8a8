import { useEffect, useState } from 'react'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { HelpAnswer, HelpShown } from '#contract/help.ts'
import { adminCall } from '#web/api/admin-call.ts'
import type { MonitorConnection } from '#web/features/monitor/monitor-connection.ts'
import { Alarm } from '#web/features/safety/alarm.ts'
import type { DeskCall } from '#web/features/safety/help-desk.ts'
import { openDesk } from '#web/features/safety/help-desk.ts'
import { noteReportsChanged } from '#web/features/safety/use-reports.ts'

/** Calls for help of the bars whose sections are open, and what rings for a new report. */
export function useHelpDesk(connection: MonitorConnection) {
  const [{ alarm, desk, reportTags }] = useState(() => ({
    alarm: new Alarm(),
    desk: openDesk(),
    /** Of bars whose sections have no socket. */
    reportTags: new Map<string, string>(),
  }))
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
    send: (barId: string, shown: HelpShown) => {
      if (connection.send(barId, shown) || !shown.rings) return
      // Without an answer the person reads that nobody has seen it, which is safe to say.
      const { personId, id } = shown
      const seen = { id, answer: 'shown' } as const
      const saying = adminCall(ADMIN_ENDPOINTS.answerHelp, { barId, personId }, seen, {
        quiet: true,
      })
      void saying.catch(() => undefined)
    },
    answer: async ({ barId, personId, id }: DeskCall, answer: HelpAnswer) => {
      const answered = { id, answer }
      const { help } = await adminCall(ADMIN_ENDPOINTS.answerHelp, { barId, personId }, answered)
      connection.noteAnswered()
      desk.dispatch({ type: 'answered', barId, personId, help, at: Date.now() })
    },
  }
}
