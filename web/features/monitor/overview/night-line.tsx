import { useEffect, useEffectEvent, useState } from 'react'
import { nightVisits } from '#contract/texts/monitor.ts'
import type { BoardRoom } from '#web/features/monitor/board.ts'

/** While somebody scrolls by, nothing is asked. */
const ASKED_AFTER_MS = 300

export interface NightLineProps {
  room: BoardRoom | undefined
  /** Tonight's visits until now. */
  readVisits: () => Promise<number>
}

/**
 * "225 visitas esta noite": asked once the people are known, then counted on. Its place is kept until
 * then.
 */
export function NightLine({ room, readVisits }: NightLineProps) {
  const [visits, setVisits] = useState<number | null>(null)
  const [counted, setCounted] = useState<ReadonlySet<string>>(new Set())
  const ids = [...(room?.people?.keys() ?? [])]
  const isKnown = Boolean(room?.people)
  const ask = useEffectEvent(async () => {
    // Without an answer the line stays empty: the board itself says what has failed.
    const answer = await readVisits().catch(() => null)
    setCounted(new Set(ids))
    setVisits(answer)
  })
  useEffect(() => {
    if (!isKnown) return
    const timer = setTimeout(ask, ASKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isKnown])
  const came = ids.filter((id) => !counted.has(id))
  if (visits !== null && came.length > 0) {
    setCounted(new Set([...counted, ...came]))
    setVisits(visits + came.length)
  }
  return (
    <span className="block min-h-6 tabular-nums">
      {visits !== null && nightVisits(Math.max(visits, ids.length))}
    </span>
  )
}
