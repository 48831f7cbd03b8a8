import * as v from 'valibot'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'
import type { VisitState, VisitTimes } from '#worker/policy/visit-at.ts'
import { hasJoined, isOnline, lastHeard, visitAt } from '#worker/policy/visit-at.ts'
import { changeAttachment, readAttachment } from '#worker/room/sockets/attachment.ts'
import type { Sockets } from '#worker/room/sockets/sockets.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'
import { tryEach } from '#worker/room/try-each.ts'
import type { People, Person } from './people.ts'

/** Longer than the longest grace: covers one that ended while the room slept. */
const LOOK_BACK_MS = 2 * TIMINGS.hiddenGraceMs

type OfPerson = Readonly<VisitTimes> & { readonly id: string }

const connectedSchema = v.array(v.tuple([v.string(), v.boolean()]))

/**
 * Derives which people are online: a socket was heard from recently, or the grace after the last one
 * runs. No client says that it is online.
 */
export class Presence {
  readonly #storage: RoomStorage
  readonly #people: People
  readonly #sockets: Sockets
  readonly #unjoinedMs: number
  readonly #failed = new Map<WebSocket, number>()
  #publishedUntil: number | null = null
  readonly #savedConnected: () => { text: string }

  constructor(storage: RoomStorage, people: People, sockets: Sockets, unjoinedMs: number) {
    this.#storage = storage
    this.#people = people
    this.#sockets = sockets
    this.#unjoinedMs = unjoinedMs
    this.#savedConnected = storage.cache(() => ({ text: this.#readConnected().connected }))
  }

  at(person: OfPerson, now: number): VisitState {
    return visitAt(person, this.#sockets.pagesOf(person.id), now, this.#unjoinedMs)
  }

  /** `at` for many people. */
  atEach(): (person: OfPerson, now: number) => VisitState {
    const pagesOf = this.#sockets.pagesOfEach()
    return (person, now) => visitAt(person, pagesOf(person.id), now, this.#unjoinedMs)
  }

  isOnline(person: OfPerson, now: number): boolean {
    return isOnline(this.at(person, now))
  }

  /** Whether a socket has ever joined the visit. */
  hasJoined(person: OfPerson): boolean {
    return hasJoined(person, this.#sockets.pagesOf(person.id))
  }

  /** Returns the state that pages have of each person. It may have changed since. */
  shownCheck(now: number): (person: OfPerson) => { online: boolean; away: boolean } {
    const pagesOf = this.#sockets.pagesOfEach()
    return (person) => {
      const pages = pagesOf(person.id)
      const is = visitAt(person, pages, now, this.#unjoinedMs)
      const hasPage = is.reason === 'page'
      const away = hasPage ? pages.some(({ sentAway }) => sentAway) : is.state === 'away'
      return { online: isOnline(is), away }
    }
  }

  count(now: number): { total: number; online: number } {
    const at = this.atEach()
    let [total, online] = [0, 0]
    for (const person of this.#people.all()) {
      if (person.isUnlisted) continue
      total += 1
      if (isOnline(at(person, now))) online += 1
    }
    return { total, online }
  }

  /** Returns the end of the grace. The alarm retries a failure: a socket closes only once. */
  handleDisconnect(socket: WebSocket, code: number, now: number): number | null {
    try {
      const until = this.#storage.transact(() => this.#disconnect(socket, code, now))
      // After the commit: an attachment is not rolled back.
      changeAttachment(socket, { gone: true })
      this.#failed.delete(socket)
      return until
    } catch (error) {
      log('disconnect_failed', { error })
      this.#failed.set(socket, code)
      return now
    }
  }

  retryDisconnects(now: number): void {
    for (const [socket, code] of this.#failed) this.handleDisconnect(socket, code, now)
    if (this.#failed.size > 0) throw new Error('a disconnect failed again')
  }

  nextSilentAt(): number | null {
    const ends = this.#sockets.all().map((socket) => this.#sockets.countsUntil(socket))
    return ends.length > 0 ? ends.reduce((one, other) => Math.min(one, other)) : null
  }

  /** The platform reports a dead phone's socket as open for ever. Its grace is over already. */
  closeSilent(now: number): void {
    const silent = this.#sockets.all().filter((one) => this.#sockets.countsUntil(one) <= now)
    tryEach(silent, (socket) => {
      const { personId } = readAttachment(socket)
      const isLast = this.#sockets.of(personId).every((other) => other === socket)
      // Written here, because `#disconnect` ignores a socket that is `gone`.
      this.#storage.transact(() => {
        const person = isLast ? this.#people.find(personId) : null
        if (person) this.#noteLost(person, lastHeard(this.#sockets.pageOf(socket)), now)
      })
      changeAttachment(socket, { gone: true })
      this.#sockets.close(socket, 'silent')
    })
  }

  /** Goes back some minutes without a record, or if the clock went back: pages ignore a repetition. */
  publishedAt(now: number): number {
    const until = this.#publishedUntil ?? this.#readConnected().connectedAt
    return until !== null && until <= now ? until : now - LOOK_BACK_MS
  }

  notePublished(now: number, hasPublished: boolean): void {
    this.#publishedUntil = now
    this.#saveConnected(now, hasPublished)
  }

  /**
   * A deploy or crash closes all sockets and calls no handler: grants the grace afterwards. Returns
   * when the first grace ends; null if no socket was lost.
   */
  grantGraceAfterRestart(now: number): number | null {
    const { connected, connectedAt } = this.#readConnected()
    const people = parseConnected(connected)
    if (connectedAt === null || people.length === 0) return null
    // One open socket proves hibernation. Looking at all would load them.
    if (people.some(([personId]) => this.#sockets.of(personId).length > 0)) return null
    const visibleUntil = now + TIMINGS.offlineGraceMs
    const hiddenUntil = Math.max(connectedAt + TIMINGS.hiddenGraceMs, visibleUntil)
    this.#storage.transact(() => {
      for (const [personId, hidden] of people) {
        const until = hidden ? hiddenUntil : visibleUntil
        const person = this.#people.find(personId)
        if (!person || person.lastSeen >= connectedAt || person.onlineUntil >= until) continue
        this.#people.update(personId, { lastSeen: connectedAt, onlineUntil: until })
      }
      this.#storage.sql`UPDATE room SET connected = '[]', connected_at = NULL`
    })
    return visibleUntil
  }

  #disconnect(socket: WebSocket, code: number, now: number): number | null {
    const { personId, hidden, gone } = readAttachment(socket)
    if (gone) return null
    const others = this.#sockets.of(personId).filter((other) => other !== socket)
    const person = others.length > 0 ? null : this.#people.find(personId)
    if (!person) return null
    // A hidden page that its browser did not close is a phone in a pocket.
    const isLostWhileHidden = hidden && code !== CLOSE.pageClosed
    const onlineUntil = isLostWhileHidden
      ? this.#sockets.countsUntil(socket)
      : now + TIMINGS.offlineGraceMs
    this.#noteLost(person, now, onlineUntil)
    return onlineUntil
  }

  /** `lastSeen` must differ from `enteredAt` now: a page has joined. */
  #noteLost({ id, enteredAt }: Person, seenAt: number, onlineUntil: number): void {
    this.#people.update(id, { lastSeen: Math.max(seenAt, enteredAt + 1), onlineUntil })
  }

  /** Writes a row only if it differs, or to move the time of `publishedAt`. */
  #saveConnected(now: number, hasPublished: boolean): void {
    const people = new Map<string, boolean>()
    for (const socket of this.#sockets.all()) {
      const { personId, hidden } = readAttachment(socket)
      people.set(personId, hidden && people.get(personId) !== false)
    }
    const text = JSON.stringify([...people].sort(([one], [other]) => (one < other ? -1 : 1)))
    const saved = this.#savedConnected()
    if (text === saved.text && !hasPublished) return
    this.#storage.sql`UPDATE room SET connected = ${text}, connected_at = ${now}`
    saved.text = text
  }

  #readConnected(): { connected: string; connectedAt: number | null } {
    const [row] = this.#storage.sql<{ connected: string; connectedAt: number | null }>`
      SELECT connected, connected_at AS connectedAt FROM room`
    return row ?? { connected: '[]', connectedAt: null }
  }
}

/** Parsed in the room's constructor: an unreadable list must not stop it. */
function parseConnected(text: string): v.InferOutput<typeof connectedSchema> {
  try {
    return v.parse(connectedSchema, JSON.parse(text))
  } catch (error) {
    log('connected_unreadable', { error })
    return []
  }
}
