import type { AccountRole } from '#contract/admin.ts'
import type { BoardChanges, BoardFrame } from '#contract/board.ts'
import type { BoardHelp } from '#contract/help.ts'
import type { MonitoredPerson } from '#contract/monitor.ts'
import type { BarTotals } from '#worker/monitor/pushed-counts.ts'
import { rolesFor } from '#worker/policy/rights.ts'
import { toMonitoredPerson, withoutPhone } from '#worker/policy/views.ts'
import { isOnline } from '#worker/policy/visit-at.ts'
import type { PersonChange } from '#worker/room/effects.ts'
import type { People } from '#worker/room/people/people.ts'
import type { PeopleIndex } from '#worker/room/people/people-index.ts'
import type { Presence } from '#worker/room/people/presence.ts'
import type { Schema } from '#worker/room/storage/schema.ts'
import type { Boards } from './boards.ts'

const WINDOW_MS = 1_000

const WITH_PHONES = rolesFor('seePhones')
const WITHOUT_PHONES = rolesFor('seePeople').filter((role) => !WITH_PHONES.includes(role))

interface Parts {
  schema: Schema
  people: People
  presence: Presence
  index: PeopleIndex
  boards: Boards
}

/** Sends the people of this bar and their changes to its boards. A lone change goes at once. */
export class BoardEvents {
  readonly #parts: Parts
  readonly #changed = new Set<string>()
  readonly #entered = new Set<string>()
  /** Names by id. */
  readonly #left = new Map<string, string>()
  #sentAt = 0
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  note(changes: readonly PersonChange[]): void {
    if (this.#parts.boards.isEmpty) return
    for (const change of changes) {
      const { kind, personId } = change
      this.#changed.add(personId)
      if (kind === 'entered') this.#entered.add(personId)
      if (kind === 'ended' && !this.#entered.delete(personId) && change.name !== '') {
        this.#left.set(personId, change.name)
      }
    }
    if (this.#timer) return
    const now = Date.now()
    // If the clock went back, `#sentAt` lies in the future.
    const waitMs = Math.min(WINDOW_MS, this.#sentAt + WINDOW_MS - now)
    // A timer keeps the room awake, here for at most 1 s.
    this.#timer = setTimeout(() => this.#send(), Math.max(0, waitMs))
  }

  get totals(): BarTotals {
    const { schema, index } = this.#parts
    return schema.isReady ? index.counts : { online: 0, total: 0 }
  }

  /** The first frame of a board. */
  first(role: AccountRole, limit: number, help: BoardHelp[]): BoardFrame {
    const people = this.read(limit)
    return {
      type: 'people',
      people: WITH_PHONES.includes(role) ? people : people.map(withoutPhone),
      help,
    }
  }

  read(limit: number): MonitoredPerson[] {
    const { schema, people, presence } = this.#parts
    if (!schema.isReady) return []
    const at = presence.atEach()
    const now = Date.now()
    return people.list(limit).map((person) => toMonitoredPerson(person, isOnline(at(person, now))))
  }

  #send(): void {
    this.#timer = null
    this.#sentAt = Date.now()
    this.#sendToBoards(this.#sentAt)
    for (const sent of [this.#changed, this.#entered, this.#left]) sent.clear()
  }

  #sendToBoards(now: number): void {
    const { schema, people: all, presence, boards } = this.#parts
    if (boards.isEmpty) return
    const people = [...this.#changed].flatMap((id) => {
      const person = schema.isReady ? all.find(id) : null
      if (!person || person.isUnlisted) return []
      return [toMonitoredPerson(person, presence.isOnline(person, now))]
    })
    const shown = new Set(people.map(({ id }) => id))
    const frame: BoardChanges = {
      type: 'changes',
      people,
      gone: [...this.#changed].filter((id) => !shown.has(id)),
      entered: [...this.#entered].filter((id) => shown.has(id)),
      left: toNamed(this.#left),
    }
    boards.broadcast(frame, { roles: WITH_PHONES })
    boards.broadcast({ ...frame, people: people.map(withoutPhone) }, { roles: WITHOUT_PHONES })
  }
}

function toNamed(people: ReadonlyMap<string, string>): { id: string; name: string }[] {
  return [...people].map(([id, name]) => ({ id, name }))
}
