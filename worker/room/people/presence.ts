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

type OfPerson = Readonly<VisitTimes> & { readonly id: string }

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

  constructor(storage: RoomStorage, people: People, sockets: Sockets, unjoinedMs: number) {
    this.#storage = storage
    this.#people = people
    this.#sockets = sockets
    this.#unjoinedMs = unjoinedMs
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

  /** Returns what pages were told of each person. It may have changed since. */
  publishedState(now: number): (person: OfPerson) => { online: boolean; away: boolean } {
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
}
