import type { MonitoredPerson } from '#contract/monitor.ts'
import { addHashes, hashPerson, toPersonKey } from '#contract/monitor.ts'
import type { Fact } from '#contract/protocol.ts'
import { log } from '#worker/log.ts'
import type { RoomAnswer, RoomReport } from '#worker/monitor/report.ts'
import { toMonitoredPerson } from '#worker/policy/views.ts'
import { changeAttachment, readAttachment } from './attachment.ts'
import type { Presence } from './presence.ts'
import type { Roster } from './roster.ts'
import type { RosterPerson } from './roster-person.ts'
import type { Sockets } from './sockets.ts'

/** A lone change goes out at once; after it, changes share a report at most once a second. */
const REPORT_WINDOW_MS = 1_000
/** Attachments learn of a longer lease this often, not with every answer. */
const LEASE_KEPT_EVERY_MS = 30_000

type Send = (report: RoomReport) => Promise<{ watchedUntil: number }>

/**
 * Tells the monitor how people are, as long as it watches. The lease costs no row: it is kept in
 * memory and in the sockets' attachments. A room that woke without a socket cannot know it, so it
 * asks by telling.
 */
export class Reporter {
  readonly #barId: () => string | null
  readonly #roster: Roster
  readonly #presence: Presence
  readonly #sockets: Sockets
  readonly #send: Send
  readonly #changed = new Set<string>()
  #watchedUntil: number | null = null
  #keptUntil = 0
  #lastReportAt = 0
  #timer: ReturnType<typeof setTimeout> | null = null
  #isReadAnew = false

  constructor(
    barId: () => string | null,
    roster: Roster,
    presence: Presence,
    sockets: Sockets,
    send: Send,
  ) {
    this.#barId = barId
    this.#roster = roster
    this.#presence = presence
    this.#sockets = sockets
    this.#send = send
  }

  /** Notes whom facts are about, and tells the monitor if it watches. */
  note(facts: readonly Fact[]): void {
    const now = Date.now()
    if (!this.#isWatched(now)) return
    for (const fact of facts) this.#changed.add('person' in fact ? fact.person.id : fact.personId)
    if (this.#timer) return
    // By a clock that went back the last report lies ahead; nothing waits for it.
    const waitMs = Math.min(REPORT_WINDOW_MS, this.#lastReportAt + REPORT_WINDOW_MS - now)
    // A timer keeps the room awake, for a second at most and only while it is watched.
    this.#timer = setTimeout(() => void this.#report(), Math.max(0, waitMs))
  }

  /** The next report tells of changes that are nobody's coming or going. */
  readAnew(): void {
    this.#isReadAnew = true
  }

  /** What the attachment of a new socket should hold. Not knowing is not the same as unwatched. */
  get watchedUntil(): number | null {
    this.#watchedUntil ??= this.#recall()
    return this.#watchedUntil
  }

  /** Takes a lease. Answers with everybody where the monitor's hash is not the room's. */
  renew(watchedUntil: number, knownHash: number, now: number, limit: number): RoomAnswer {
    this.#remember(watchedUntil)
    const barId = this.#barId()
    const people = barId ? this.#roster.list(limit) : []
    const isOnline = this.#presence.judge(now)
    const monitored = people.map((person) => toMonitoredPerson(person, isOnline(person)))
    const hash = monitored.reduce(
      (sum, person) => addHashes(sum, hashPerson(toPersonKey(barId ?? '', person.id), person)),
      0,
    )
    return hash === knownHash ? { hash } : { hash, people: monitored }
  }

  async #report(): Promise<void> {
    this.#timer = null
    const barId = this.#barId()
    if (!barId) return
    const now = Date.now()
    this.#lastReportAt = now
    const report: RoomReport = { barId, people: [], left: [], isReadAnew: this.#isReadAnew }
    this.#isReadAnew = false
    for (const personId of this.#changed) {
      const person = this.#roster.find(personId)
      if (person && !person.isAside) report.people.push(this.#toMonitored(person, now))
      else report.left.push(personId)
    }
    this.#changed.clear()
    try {
      this.#remember((await this.#send(report)).watchedUntil)
    } catch (error) {
      // The next renewal finds that the hashes differ and reads the room anew.
      log('report_failed', { barId, error })
    }
  }

  #isWatched(now: number): boolean {
    const { watchedUntil } = this
    return watchedUntil === null || watchedUntil > now
  }

  #recall(): number | null {
    const [socket] = this.#sockets.all()
    return socket ? readAttachment(socket).watchedUntil : null
  }

  #remember(watchedUntil: number): void {
    this.#watchedUntil = watchedUntil
    if (watchedUntil > 0 && watchedUntil - this.#keptUntil < LEASE_KEPT_EVERY_MS) return
    this.#keptUntil = watchedUntil
    for (const socket of this.#sockets.all()) {
      changeAttachment(socket, { watchedUntil })
    }
  }

  #toMonitored(person: RosterPerson, now: number): MonitoredPerson {
    return toMonitoredPerson(person, this.#presence.isOnline(person, now))
  }
}
