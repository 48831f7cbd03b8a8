import type { AccountRole } from '#contract/admin.ts'
import type { BoardChanges, BoardFrame } from '#contract/board.ts'
import type { BoardHelp } from '#contract/help.ts'
import type { MonitoredPerson } from '#contract/monitor.ts'
import { addHashes, hashPerson, toPersonKey } from '#contract/monitor.ts'
import type { RoomEvent } from '#contract/protocol.ts'
import { log } from '#worker/log.ts'
import type { RoomAnswer, RoomReport } from '#worker/monitor/report.ts'
import { rolesFor } from '#worker/policy/rights.ts'
import { toMonitoredPerson, withoutPhone } from '#worker/policy/views.ts'
import type { Boards } from './boards.ts'
import type { People, Person } from './people.ts'
import type { Presence } from './presence.ts'
import type { Schema } from './schema.ts'
import type { Sockets } from './sockets.ts'
import { changeAttachment, readAttachment } from './sockets.ts'

const REPORT_WINDOW_MS = 1_000
const LEASE_WRITTEN_EVERY_MS = 30_000

/**
 * Reports changed people to the monitor while its lease lasts. The lease is in memory and in
 * attachments, not in a row. A room that woke without a socket does not know it, so it reports.
 */
export class BoardEvents {
  readonly #schema: Schema
  readonly #people: People
  readonly #presence: Presence
  readonly #sockets: Sockets
  readonly #boards: Boards
  readonly #send: (report: RoomReport) => Promise<{ watchedUntil: number }>
  readonly #changed = new Set<string>()
  readonly #entered = new Set<string>()
  /** Names by id. */
  readonly #left = new Map<string, string>()
  #watchedUntil: number | null = null
  #writtenUntil = 0
  #lastReportAt = 0
  #isReadAnew = false
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(
    schema: Schema,
    people: People,
    presence: Presence,
    sockets: Sockets,
    boards: Boards,
    send: (report: RoomReport) => Promise<{ watchedUntil: number }>,
  ) {
    this.#schema = schema
    this.#people = people
    this.#presence = presence
    this.#sockets = sockets
    this.#boards = boards
    this.#send = send
  }

  note(events: readonly RoomEvent[], isReadAnew: boolean): void {
    const now = Date.now()
    if (this.#boards.isEmpty && !this.#isWatched(now)) return
    this.#isReadAnew ||= isReadAnew
    for (const event of events) {
      this.#changed.add('person' in event ? event.person.id : event.personId)
      if (event.kind === 'entered') this.#entered.add(event.person.id)
      if (event.kind === 'left') this.#left.set(event.personId, event.name)
    }
    if (this.#timer) return
    // If the clock went back, `#lastReportAt` lies in the future.
    const waitMs = Math.min(REPORT_WINDOW_MS, this.#lastReportAt + REPORT_WINDOW_MS - now)
    // A timer keeps the room awake, here for at most 1 s.
    this.#timer = setTimeout(() => void this.#report(), Math.max(0, waitMs))
  }

  /** For a new attachment. Null: unknown. */
  get watchedUntil(): number | null {
    this.#watchedUntil ??= this.#readAttached()
    return this.#watchedUntil
  }

  renew(watchedUntil: number, knownHash: number, limit: number): RoomAnswer {
    this.#keep(watchedUntil)
    const { hash, people } = this.read(limit)
    return hash === knownHash ? { hash } : { hash, people }
  }

  /** The first frame of a board. */
  first(role: AccountRole, limit: number, help: BoardHelp[]): BoardFrame {
    const { people } = this.read(limit)
    return { type: 'people', people: seesPhones(role) ? people : people.map(withoutPhone), help }
  }

  /** Without a lease. */
  read(limit: number): Required<RoomAnswer> {
    if (!this.#schema.isReady) return { hash: 0, people: [] }
    const { barId } = this.#schema.room
    const isOnline = this.#presence.onlineCheck(Date.now())
    const people = this.#people
      .list(limit)
      .map((person) => toMonitoredPerson(person, isOnline(person)))
    const hash = people.reduce(
      (sum, person) => addHashes(sum, hashPerson(toPersonKey(barId, person.id), person)),
      0,
    )
    return { hash, people }
  }

  async #report(): Promise<void> {
    this.#timer = null
    const now = Date.now()
    this.#lastReportAt = now
    const isReadAnew = this.#isReadAnew
    this.#isReadAnew = false
    const { isReady } = this.#schema
    const find = (id: string) => (isReady ? this.#people.find(id) : null)
    const changed = [...this.#changed].map((id) => ({ id, person: find(id) }))
    this.#tellBoards(changed, now)
    this.#changed.clear()
    if (!isReady || !this.#isWatched(now)) return
    const { barId } = this.#schema.room
    const isListed = (person: Person | null) => person !== null && !person.isUnlisted
    const report: RoomReport = {
      barId,
      people: changed.flatMap(({ person }) =>
        person && isListed(person) ? [this.#toMonitored(person, now)] : [],
      ),
      left: changed.filter(({ person }) => !isListed(person)).map(({ id }) => id),
      isReadAnew,
    }
    try {
      this.#keep((await this.#send(report)).watchedUntil)
    } catch (error) {
      // The next lease finds different hashes and reads the room.
      log('report_failed', { barId, error })
    }
  }

  #tellBoards(changed: readonly { id: string; person: Person | null }[], now: number): void {
    const people = changed.flatMap(({ person }) =>
      person && !person.isUnlisted ? [this.#toMonitored(person, now)] : [],
    )
    const shown = new Set(people.map(({ id }) => id))
    const frame: BoardChanges = {
      type: 'changes',
      people,
      gone: changed.flatMap(({ id }) => (shown.has(id) ? [] : [id])),
      entered: [...this.#entered].filter((id) => shown.has(id)),
      left: [...this.#left].map(([id, name]) => ({ id, name })),
    }
    this.#entered.clear()
    this.#left.clear()
    const withPhones = rolesFor('seePhones')
    const others = rolesFor('seePeople').filter((role) => !withPhones.includes(role))
    this.#boards.tell(frame, { roles: withPhones })
    this.#boards.tell({ ...frame, people: people.map(withoutPhone) }, { roles: others })
  }

  #isWatched(now: number): boolean {
    const { watchedUntil } = this
    return watchedUntil === null || watchedUntil > now
  }

  #readAttached(): number | null {
    const [socket] = this.#sockets.all()
    return socket ? readAttachment(socket).watchedUntil : null
  }

  #keep(watchedUntil: number): void {
    this.#watchedUntil = watchedUntil
    if (watchedUntil > 0 && watchedUntil - this.#writtenUntil < LEASE_WRITTEN_EVERY_MS) return
    this.#writtenUntil = watchedUntil
    for (const socket of this.#sockets.all()) changeAttachment(socket, { watchedUntil })
  }

  #toMonitored(person: Person, now: number): MonitoredPerson {
    return toMonitoredPerson(person, this.#presence.isOnline(person, now))
  }
}

function seesPhones(role: AccountRole): boolean {
  return rolesFor('seePhones').includes(role)
}
