import { useEffect, useState } from 'react'
import { toBoard } from '#contract/admin-paths.ts'
import { LIMITS } from '#contract/limits.ts'
import { Sections } from '#web/features/monitor/sections.ts'
import { noteReportsChanged } from '#web/features/safety/use-reports.ts'
import { browserPage } from '#web/socket/reconnecting-socket.ts'

const SETTLED_MS = 300

/** Lets the rooms of these bars say that their reports changed. A new socket may have missed it. */
export function useReportFrames(barIds: readonly string[]): void {
  const [sections] = useState(openSections)
  const key = barIds.slice(0, LIMITS.boardSections).join()
  useEffect(() => {
    // A search or a list on its way changes them many times.
    const timer = setTimeout(() => sections.show(key === '' ? [] : key.split(',')), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [sections, key])
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
