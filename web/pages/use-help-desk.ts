import { useEffect, useState } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import { toBoard } from '#contract/admin-paths.ts'
import type { HelpAnswer, HelpShown } from '#contract/help.ts'
import { LIMITS } from '#contract/limits.ts'
import { answerHelp } from '#web/api/staff.ts'
import { Sections } from '#web/features/monitor/sections.ts'
import { Alarm } from '#web/features/safety/alarm.ts'
import type { DeskCall } from '#web/features/safety/help-desk.ts'
import { openDesk } from '#web/features/safety/help-desk.ts'
import { browserPage } from '#web/socket/reconnecting-socket.ts'

/** Calls for help of the account's bars. An administrator of many bars is called by none of them. */
export function useHelpDesk(
  bars: readonly AdminBar[] | null,
  isAdmin: boolean,
  keepSession: <T>(call: () => Promise<T>) => Promise<T>,
) {
  const [{ alarm, desk, sections }] = useState(open)
  const ids = bars?.map(({ id }) => id) ?? []
  const watched = isAdmin && ids.length > LIMITS.helpBars ? [] : ids.slice(0, LIMITS.helpBars)
  const key = watched.join()
  useEffect(() => sections.show(key === '' ? [] : key.split(',')), [sections, key])
  useEffect(() => () => sections.show([]), [sections])
  return {
    alarm,
    desk,
    watched: watched.length,
    send: (barId: string, shown: HelpShown) => void sections.send(barId, shown),
    answer: async ({ barId, personId, id }: DeskCall, answer: HelpAnswer) => {
      const help = await keepSession(() => answerHelp(barId, personId, { id, answer }))
      desk.dispatch({ type: 'answered', barId, personId, help, at: Date.now() })
    },
  }
}

function open() {
  const desk = openDesk()
  const origin = location.origin.replace(/^http/u, 'ws')
  const sections = new Sections(
    { urlOf: (barId) => origin + toBoard(barId), page: browserPage },
    {
      onFrame: (barId, frame) => desk.dispatch({ type: 'frame', barId, frame, at: Date.now() }),
      onLost: (barId) => desk.dispatch({ type: 'lost', barId }),
    },
  )
  return { alarm: new Alarm(), desk, sections }
}
