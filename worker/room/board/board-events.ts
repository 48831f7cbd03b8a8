import type { BoardChanges, BoardFrame, LastMove } from '#contract/board.ts'
import type { BoardHelp } from '#contract/help.ts'
import type { BoardState, MonitoredPerson } from '#contract/monitor.ts'
import type { BarTotals } from '#worker/monitor/pushed-counts.ts'
import { rolesFor } from '#worker/policy/rights.ts'
import { toMonitoredPerson, withoutPhone } from '#worker/policy/views.ts'
import { isOnline } from '#worker/policy/visit-at.ts'
import type { PersonChange } from '#worker/room/effects.ts'
import type { People } from '#worker/room/people/people.ts'
import type { PeopleIndex } from '#worker/room/people/people-index.ts'
import type { Presence } from '#worker/room/people/presence.ts'
import type { RoomLimits } from '#worker/room/rate-limits.ts'
import type { BoardReader, BoardUpgrade } from '#worker/room/rpc.ts'
import type { Help } from '#worker/room/safety/help.ts'
import type { RoomFile } from '#worker/room/storage/room-file.ts'
import type { Boards } from './boards.ts'

const WINDOW_MS = 1_000

const WITH_PHONES = rolesFor('seePhones')
const WITH_TEAM = rolesFor('seeTeam')

interface Parts {
  file: RoomFile
  people: People
  presence: Presence
  index: PeopleIndex
  boards: Boards
  help: Help
  limits: RoomLimits
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
  /** When the timer ends. */
  #dueAt = Number.POSITIVE_INFINITY

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
    const now = Date.now()
    // If the clock went back, `#sentAt` lies in the future.
    const waitMs = Math.min(WINDOW_MS, this.#sentAt + WINDOW_MS - now)
    this.#sendBy(now + Math.max(0, waitMs), now)
  }

  /**
   * A board of the bar's team has opened or closed: others may learn that none is on a screen. A page that
   * only loads anew is back within the window.
   */
  noteTeam(): void {
    if (this.#parts.boards.isEmpty || this.totals.online === 0) return
    const now = Date.now()
    this.#sendBy(now + WINDOW_MS, now)
  }

  get totals(): BarTotals {
    const { file, index } = this.#parts
    return file.isReady ? index.counts : { online: 0, total: 0 }
  }

  /** Returns the first frame of a board. */
  first(board: BoardUpgrade): BoardFrame {
    if (!board.isFolded) return { type: 'people', ...this.read(board) }
    const now = Date.now()
    const isUnattended = this.#isUnattended(now)(board) || undefined
    const lastMove = this.#newest()
    return { type: 'summary', ...this.totals, lastMove, isUnattended, help: this.#help(now) }
  }

  /** Returns what a board shows at first, as its reader may see it. */
  read(reader: BoardReader): Pick<BoardState, 'people' | 'isUnattended' | 'help'> {
    const now = Date.now()
    const people = this.#people(now)
    return {
      people: WITH_PHONES.includes(reader.role) ? people : people.map(withoutPhone),
      help: this.#help(now),
      ...(this.#isUnattended(now)(reader) && { isUnattended: true }),
    }
  }

  /** Somebody is online, and no board of the bar's team is open besides those of the reader's account. */
  #isUnattended(now: number): (reader: BoardReader) => boolean {
    const isEmpty = this.totals.online === 0
    const team = this.#parts.boards.team(now)
    return ({ role, accountId }) =>
      !isEmpty && WITH_TEAM.includes(role) && team.size === Number(team.has(accountId))
  }

  /** The arrival of the newest person. */
  #newest(): LastMove | undefined {
    const { file, people, limits } = this.#parts
    if (!file.isReady) return undefined
    const listed = people.list(limits.peoplePerBar)
    const newest = listed.toSorted((one, other) => one.enteredAt - other.enteredAt).at(-1)
    return newest && { name: newest.name, hasLeft: false, at: newest.enteredAt }
  }

  #people(now: number): MonitoredPerson[] {
    const { file, people, presence, limits } = this.#parts
    if (!file.isReady) return []
    const at = presence.atEach()
    return people
      .list(limits.peoplePerBar)
      .map((person) => toMonitoredPerson(person, isOnline(at(person, now))))
  }

  #help(now: number): BoardHelp[] {
    const { file, help } = this.#parts
    return file.isReady && !file.isClosed ? help.forBoard(now) : []
  }

  /** A timer keeps the room awake, here for at most 1 s. */
  #sendBy(at: number, now: number): void {
    if (this.#dueAt <= at) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#dueAt = at
    this.#timer = setTimeout(() => this.#send(), at - now)
  }

  #send(): void {
    const now = Date.now()
    this.#dueAt = Number.POSITIVE_INFINITY
    // A frame that only updates `isUnattended` does not delay the next change of a person.
    if (this.#changed.size > 0) this.#sentAt = now
    this.#sendToBoards(now)
    for (const sent of [this.#changed, this.#entered, this.#left]) sent.clear()
  }

  #sendToBoards(now: number): void {
    const { file, people: all, presence, boards } = this.#parts
    if (boards.isEmpty) return
    const people = [...this.#changed].flatMap((id) => {
      const person = file.isReady ? all.find(id) : null
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
    const bare = { ...frame, people: people.map(withoutPhone) }
    const counts: BoardFrame = { type: 'counts', ...this.totals, lastMove: lastMoveIn(frame, now) }
    const attended = { frame, counts }
    const unattended = {
      frame: { ...frame, isUnattended: true },
      counts: { ...counts, isUnattended: true },
    }
    const isUnattended = this.#isUnattended(now)
    boards.broadcastFor((board) => {
      if (this.#changed.size === 0 && !WITH_TEAM.includes(board.role)) return null
      const told = isUnattended(board) ? unattended : attended
      if (board.isFolded) return told.counts
      return WITH_PHONES.includes(board.role) ? told.frame : bare
    })
  }
}

function lastMoveIn({ people, entered, left }: BoardChanges, at: number): LastMove | undefined {
  const came = people.findLast(({ id }) => entered.includes(id))
  const moved = came ?? left.at(-1)
  return moved && { name: moved.name, hasLeft: !came, at }
}

function toNamed(people: ReadonlyMap<string, string>): { id: string; name: string }[] {
  return [...people].map(([id, name]) => ({ id, name }))
}
