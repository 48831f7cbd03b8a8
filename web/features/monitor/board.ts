import type { BoardChanges, BoardNumbers, LastMove } from '#contract/board.ts'
import type { BarCounts, MonitoredPerson } from '#contract/monitor.ts'

/** An unchanged bar keeps the same object. */
export interface BoardRoom {
  /** Null while the bar is folded, and until its section or a poll has brought them. */
  people: ReadonlyMap<string, MonitoredPerson> | null
  online: number
  total: number
  /** The bar's section says so; a bar without one is never unattended. */
  isUnattended?: boolean
  /** A folded bar tells it. Of the others the changes of people do. */
  lastMove?: LastMove | undefined
}

export interface Board {
  /** Bars without people are missing, unless they were asked for. */
  rooms: ReadonlyMap<string, BoardRoom>
  online: number
  /** Differs when the list of bars may have changed. */
  barList: string
}

export const NOTHING: Board = { rooms: new Map(), online: 0, barList: '' }

/** Skips bars whose section is open: their people are newer than the counts. */
export function withAllCounts(
  board: Board,
  counts: BarCounts,
  barList: string,
  isKnown: (barId: string) => boolean,
): Board {
  const all: BarCounts = {}
  for (const barId of board.rooms.keys()) all[barId] = [0, 0]
  return withCounts(board, { ...all, ...counts }, barList, isKnown)
}

/** Updates the numbers of the bars that are named. */
export function withCounts(
  board: Board,
  counts: BarCounts,
  barList: string,
  isKnown: (barId: string) => boolean,
): Board {
  const rooms = new Map(board.rooms)
  for (const [barId, [online, total]] of Object.entries(counts)) {
    const room = rooms.get(barId)
    if (isKnown(barId) || (room?.online === online && room.total === total)) continue
    const lastMove = room?.lastMove
    rooms.set(barId, { people: room?.people ?? null, online, total, lastMove })
  }
  return toBoard(rooms, barList)
}

export function withPeople(
  board: Board,
  barId: string,
  people: readonly MonitoredPerson[],
  isUnattended?: boolean,
): Board {
  const all = new Map(people.map((person) => [person.id, person]))
  return withRoom(board, barId, all, isUnattended)
}

export function withChanges(board: Board, barId: string, changes: BoardChanges): Board {
  const after = new Map(board.rooms.get(barId)?.people)
  for (const person of changes.people) after.set(person.id, person)
  for (const personId of changes.gone) after.delete(personId)
  return withRoom(board, barId, after, changes.isUnattended)
}

export function withNumbers(
  board: Board,
  barId: string,
  { online, total, isUnattended = false, lastMove }: BoardNumbers,
): Board {
  const rooms = new Map(board.rooms)
  const known = rooms.get(barId)?.lastMove
  // A new socket begins with the newest person, who may have come before somebody left.
  const isNewer = lastMove && lastMove.at > (known?.at ?? 0)
  const last = isNewer ? lastMove : known
  rooms.set(barId, { people: null, online, total, isUnattended, lastMove: last })
  return toBoard(rooms, board.barList)
}

/** Only sections say whether a bar is unattended, so a bar without one is not said to be. */
export function withSections(board: Board, barIds: readonly string[]): Board {
  const unknown = [...board.rooms].filter(([id, room]) => room.isUnattended && !barIds.includes(id))
  if (unknown.length === 0) return board
  const rooms = new Map(board.rooms)
  for (const [id, { isUnattended: _, ...room }] of unknown) rooms.set(id, room)
  return toBoard(rooms, board.barList)
}

/** The account has lost its role in this bar, or the bar is gone. */
export function withoutRoom(board: Board, barId: string): Board {
  const rooms = new Map(board.rooms)
  rooms.delete(barId)
  return toBoard(rooms, board.barList)
}

function withRoom(
  board: Board,
  barId: string,
  people: ReadonlyMap<string, MonitoredPerson>,
  isUnattended = false,
): Board {
  const rooms = new Map(board.rooms)
  const online = [...people.values()].filter((person) => person.online).length
  const lastMove = rooms.get(barId)?.lastMove
  rooms.set(barId, { people, online, total: people.size, isUnattended, lastMove })
  return toBoard(rooms, board.barList)
}

function toBoard(rooms: ReadonlyMap<string, BoardRoom>, barList: string): Board {
  let online = 0
  for (const room of rooms.values()) online += room.online
  return { rooms, online, barList }
}
