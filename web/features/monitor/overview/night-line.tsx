import { useState } from 'react'
import { nightVisits } from '#contract/texts/monitor.ts'
import type { BoardRoom } from '#web/features/monitor/board.ts'
import { useAskWhenSettled } from './use-ask-when-settled.ts'

export interface NightLineProps {
  room: BoardRoom | undefined
  /** Tonight's visits until now. */
  readVisits: () => Promise<number>
}

/**
 * "225 visitas esta noite". Asks once the people are known and after each full hour, and counts on in between.
 * Keeps its place until the first answer.
 */
export function NightLine({ room, readVisits }: NightLineProps) {
  const [visits, setVisits] = useState<number | null>(null)
  const [counted, setCounted] = useState<ReadonlySet<string>>(new Set())
  const ids = [...(room?.people?.keys() ?? [])]
  useAskWhenSettled(Boolean(room?.people), async () => {
    // Without an answer the line stays as it is: the board itself says what has failed.
    const answer = await readVisits().catch(() => null)
    if (answer === null) return
    setCounted(new Set(ids))
    setVisits(answer)
  })
  const came = ids.filter((id) => !counted.has(id))
  if (visits !== null && came.length > 0) {
    setCounted(new Set([...counted, ...came]))
    setVisits(visits + came.length)
  }
  return (
    <span className="block min-h-6 tabular-nums">{visits !== null && nightVisits(visits)}</span>
  )
}
