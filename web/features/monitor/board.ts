import type { MonitorBoard, MonitorChanges, MonitoredPerson } from '#contract/monitor.ts'
import {
  addHashes,
  fromPersonKey,
  hashPerson,
  subtractHashes,
  toPersonKey,
} from '#contract/monitor.ts'

/** An unchanged bar keeps the same object. */
export interface BoardRoom {
  people: ReadonlyMap<string, MonitoredPerson>
  online: number
}

export interface Board {
  epoch: string
  number: number
  rooms: ReadonlyMap<string, BoardRoom>
  people: number
  online: number
  hash: number
  /** A different number or epoch means that the bar list has changed. */
  barListVersion: number
  tag?: string
}

export function toBoard({ epoch, number, rooms, barListVersion, tag }: MonitorBoard): Board {
  const nobody = { rooms: new Map(), people: 0, online: 0, hash: 0 }
  const draft = new Draft({ epoch, number, barListVersion, ...nobody })
  for (const { barId, people } of rooms) for (const person of people) draft.put(barId, person)
  const board = draft.finish(number, barListVersion)
  return tag === undefined ? board : { ...board, tag }
}

/** Null if an earlier frame was lost. */
export function withChanges(board: Board, frame: MonitorChanges): Board | null {
  if (frame.epoch !== board.epoch) return null
  if (frame.number <= board.number) return board // already part of a requested board
  if (frame.number !== board.number + 1) return null
  const draft = new Draft(board)
  for (const { barId, people } of frame.rooms) draft.replaceRoom(barId, people)
  for (const { barId, person } of frame.entered) draft.put(barId, person)
  for (const { barId, person } of frame.changed) draft.put(barId, person)
  for (const key of frame.online) draft.change(key, { online: true })
  for (const key of frame.offline) draft.change(key, { online: false, lastSeen: frame.at })
  for (const { key } of frame.left) draft.remove(key)
  return draft.finish(frame.number, frame.barListVersion)
}

export function agrees(
  board: Board,
  digest: { epoch: string; number: number; people: number; hash: number },
): boolean {
  return (['epoch', 'number', 'people', 'hash'] as const).every((key) => board[key] === digest[key])
}

interface DraftRoom extends BoardRoom {
  people: Map<string, MonitoredPerson>
}

class Draft {
  readonly #board: Board
  readonly #touched = new Map<string, DraftRoom>()
  #people: number
  #online: number
  #hash: number

  constructor(board: Board) {
    this.#board = board
    this.#people = board.people
    this.#online = board.online
    this.#hash = board.hash
  }

  put(barId: string, person: MonitoredPerson): void {
    const key = toPersonKey(barId, person.id)
    this.remove(key)
    const room = this.#touch(barId)
    room.people.set(person.id, person)
    this.#people += 1
    this.#hash = addHashes(this.#hash, hashPerson(key, person))
    if (person.online) this.#countOnline(room, 1)
  }

  change(key: string, change: Partial<MonitoredPerson>): void {
    const { barId, personId } = fromPersonKey(key)
    const person = this.#roomOf(barId)?.people.get(personId)
    if (person) this.put(barId, { ...person, ...change })
  }

  remove(key: string): void {
    const { barId, personId } = fromPersonKey(key)
    const person = this.#roomOf(barId)?.people.get(personId)
    if (!person) return
    const room = this.#touch(barId)
    room.people.delete(personId)
    this.#people -= 1
    this.#hash = subtractHashes(this.#hash, hashPerson(key, person))
    if (person.online) this.#countOnline(room, -1)
  }

  replaceRoom(barId: string, people: MonitoredPerson[]): void {
    const present = [...(this.#roomOf(barId)?.people.keys() ?? [])]
    for (const personId of present) this.remove(toPersonKey(barId, personId))
    for (const person of people) this.put(barId, person)
  }

  finish(number: number, barListVersion: number): Board {
    const rooms = new Map(this.#board.rooms)
    for (const [barId, room] of this.#touched) {
      if (room.people.size > 0) rooms.set(barId, room)
      else rooms.delete(barId)
    }
    const counts = { people: this.#people, online: this.#online, hash: this.#hash }
    return { epoch: this.#board.epoch, number, barListVersion, rooms, ...counts }
  }

  #roomOf(barId: string): BoardRoom | undefined {
    return this.#touched.get(barId) ?? this.#board.rooms.get(barId)
  }

  #touch(barId: string): DraftRoom {
    const touched = this.#touched.get(barId)
    if (touched) return touched
    const before = this.#board.rooms.get(barId)
    const room = { people: new Map(before?.people), online: before?.online ?? 0 }
    this.#touched.set(barId, room)
    return room
  }

  #countOnline(room: DraftRoom, change: number): void {
    room.online += change
    this.#online += change
  }
}
