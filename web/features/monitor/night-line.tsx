import { useEffect, useEffectEvent, useState } from 'react'
import { nightTotals } from '#contract/texts/monitor.ts'
import type { BoardRoom } from './board.ts'

/** While somebody scrolls by, nothing is asked. */
const ASKED_AFTER_MS = 300

export interface NightLineProps {
  room: BoardRoom | undefined
  /** Tonight's visits until now. */
  readVisits: () => Promise<number>
}

/** "41 visitas, 14 agora": asked once, then counted on. Its place is kept until it is known. */
export function NightLine({ room, readVisits }: NightLineProps) {
  const [visits, setVisits] = useState<number | null>(null)
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set())
  const ask = useEffectEvent(async () => {
    // Without an answer the line stays empty: the board itself says what has failed.
    setVisits(await readVisits().catch(() => null))
    setKnown(new Set(room?.people?.keys()))
  })
  useEffect(() => {
    const timer = setTimeout(ask, ASKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const ids = [...(room?.people?.keys() ?? [])]
  const total = visits === null ? null : visits + ids.filter((id) => !known.has(id)).length
  return (
    <span className="block min-h-6 tabular-nums">
      {total !== null && nightTotals(Math.max(total, ids.length), ids.length)}
    </span>
  )
}
