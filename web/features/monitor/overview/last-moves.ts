import type { LastMove } from '#contract/board.ts'
import type { Arrivals } from '#web/features/monitor/arrivals.ts'
import type { BoardRoom } from '#web/features/monitor/board.ts'

export type LastMoves = ReadonlyMap<string, LastMove>

export function withMoves(moves: LastMoves, { entered, left }: Arrivals, at: number): LastMoves {
  if (entered.length === 0 && left.length === 0) return moves
  const after = new Map(moves)
  for (const { barId, name } of left) after.set(barId, { name, hasLeft: true, at })
  for (const { barId, name } of entered) after.set(barId, { name, hasLeft: false, at })
  return after
}

/** The last arrival or departure. Before the first one: the newest person of the bar. */
export function lastMoveOf(barId: string, moves: LastMoves, room: BoardRoom | undefined) {
  const heard = [moves.get(barId), room?.lastMove].filter((move) => move !== undefined)
  return heard.toSorted((one, other) => other.at - one.at)[0] ?? newestOf(room)
}

function newestOf(room: BoardRoom | undefined): LastMove | undefined {
  let newest: LastMove | undefined
  for (const { name, enteredAt: at } of room?.people?.values() ?? []) {
    if (!newest || at > newest.at) newest = { name, hasLeft: false, at }
  }
  return newest
}
