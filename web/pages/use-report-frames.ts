import { useEffect, useState } from 'react'
import { toBoard } from '#contract/admin-paths.ts'
import { LIMITS } from '#contract/limits.ts'
import { Sections } from '#web/features/monitor/sections.ts'
import { noteReportsChanged } from '#web/features/safety/use-reports.ts'
import { browserPage } from '#web/socket/reconnecting-socket.ts'

/** Lets the rooms of these bars say that their reports changed. A new socket may have missed it. */
export function useReportFrames(barIds: readonly string[]): void {
  const [sections] = useState(openSections)
  const key = barIds.slice(0, LIMITS.boardSections).join()
  useEffect(() => sections.show(key === '' ? [] : key.split(',')), [sections, key])
  useEffect(() => () => sections.show([]), [sections])
}

function openSections(): Sections {
  const origin = location.origin.replace(/^http/u, 'ws')
  return new Sections(
    { urlOf: (barId) => origin + toBoard(barId), page: browserPage },
    {
      onFrame: (barId, { type }) => {
        if (type === 'people' || type === 'reports') noteReportsChanged(barId)
      },
      onLost: () => {},
    },
  )
}
