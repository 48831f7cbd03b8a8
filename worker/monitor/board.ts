import type { MonitorBoard, MonitorChanges, MonitoredPerson } from '#contract/monitor.ts'
import { addHashes, hashPerson, subtractHashes, toPersonKey } from '#contract/monitor.ts'
import type { RoomReport } from './report.ts'

interface Room {
  people: Map<string, MonitoredPerson>
  hash: number
}

interface Change {
  barId: string
  before: MonitoredPerson | undefined
}

/** All people of all bars while somebody watches. A frame is the difference to the previous one. */
export class Board {
  /** Short, because every frame has it. Must differ from the previous epoch only. */
  readonly epoch: string = crypto.randomUUID().slice(0, 8)
  #number = 0
  #people = 0
  #hash = 0
  readonly #rooms = new Map<string, Room>()
  readonly #changes = new Map<string, Change>()
  readonly #readAnew = new Set<string>()
  #barListVersion = 0
  #isBarListNew = false

  hashOf(barId: string): number {
    return this.#rooms.get(barId)?.hash ?? 0
  }

  get hasChanges(): boolean {
    return this.#isBarListNew || this.#changes.size > 0 || this.#readAnew.size > 0
  }

  noteBarsChanged(): void {
    this.#barListVersion += 1
    this.#isBarListNew = true
  }

  apply(report: RoomReport): void {
    for (const person of report.people) this.#put(report.barId, person.id, person)
    for (const personId of report.left) this.#put(report.barId, personId, undefined)
    if (report.isReadAnew) this.#readAnew.add(report.barId)
  }

  clear(barId: string): boolean {
    const left = [...(this.#rooms.get(barId)?.people.keys() ?? [])]
    this.apply({ barId, people: [], left })
    return left.length > 0
  }

  replace(barId: string, people: MonitoredPerson[]): void {
    const gone = new Set(this.#rooms.get(barId)?.people.keys())
    for (const person of people) {
      gone.delete(person.id)
      this.#put(barId, person.id, person)
    }
    for (const personId of gone) this.#put(barId, personId, undefined)
    this.#readAnew.add(barId)
  }

  snapshot(): MonitorBoard {
    const rooms = [...this.#rooms].map(([barId, { people }]) => ({
      barId,
      people: [...people.values()],
    }))
    return { epoch: this.epoch, number: this.#number, rooms, barListVersion: this.#barListVersion }
  }

  digest(): { epoch: string; number: number; people: number; hash: number } {
    return { epoch: this.epoch, number: this.#number, people: this.#people, hash: this.#hash }
  }

  takeChanges(at: number): MonitorChanges {
    this.#number += 1
    const frame: MonitorChanges = {
      type: 'changes',
      epoch: this.epoch,
      number: this.#number,
      at,
      rooms: [...this.#readAnew].map((barId) => ({ barId, people: this.#peopleOf(barId) })),
      entered: [],
      changed: [],
      online: [],
      offline: [],
      left: [],
      barListVersion: this.#barListVersion,
    }
    for (const [key, change] of this.#changes) {
      if (!this.#readAnew.has(change.barId)) this.#describe(frame, key, change)
    }
    this.#changes.clear()
    this.#readAnew.clear()
    this.#isBarListNew = false
    return frame
  }

  #describe(frame: MonitorChanges, key: string, { barId, before }: Change): void {
    const personId = key.slice(barId.length + 1)
    const now = this.#rooms.get(barId)?.people.get(personId)
    if (!now) {
      if (before) frame.left.push({ key, name: before.name })
    } else if (!before) frame.entered.push({ barId, person: now })
    else if (before.revision !== now.revision) frame.changed.push({ barId, person: now })
    else if (before.online !== now.online) frame[now.online ? 'online' : 'offline'].push(key)
  }

  #put(barId: string, personId: string, person: MonitoredPerson | undefined): void {
    const room = this.#rooms.get(barId) ?? { people: new Map(), hash: 0 }
    const before = room.people.get(personId)
    if (before?.revision === person?.revision && before?.online === person?.online) {
      // A repeated report that crossed a renewal changes nothing.
      if (person) room.people.set(personId, person)
      return
    }
    const key = toPersonKey(barId, personId)
    if (!this.#changes.has(key)) this.#changes.set(key, { barId, before })
    if (before) {
      const hash = hashPerson(key, before)
      room.hash = subtractHashes(room.hash, hash)
      this.#hash = subtractHashes(this.#hash, hash)
      room.people.delete(personId)
      this.#people -= 1
    }
    if (person) {
      const hash = hashPerson(key, person)
      room.hash = addHashes(room.hash, hash)
      this.#hash = addHashes(this.#hash, hash)
      room.people.set(personId, person)
      this.#people += 1
    }
    if (room.people.size > 0) this.#rooms.set(barId, room)
    else this.#rooms.delete(barId)
  }

  #peopleOf(barId: string): MonitoredPerson[] {
    return [...(this.#rooms.get(barId)?.people.values() ?? [])]
  }
}
