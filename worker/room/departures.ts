import type { EndReason, Erased } from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { ChatLog } from './chat-log.ts'
import type { Feed } from './feed.ts'
import type { Presence } from './presence.ts'
import type { Roster, RosterPerson } from './roster.ts'
import type { Sockets } from './sockets.ts'
import { sendTo } from './sockets.ts'

/** How people go: the two seconds in which they may still stay, and the end that erases them. */
export class Departures {
  readonly #roster: Roster
  readonly #chatLog: ChatLog
  readonly #presence: Presence
  readonly #sockets: Sockets
  readonly #feed: Feed

  constructor(roster: Roster, chatLog: ChatLog, presence: Presence, sockets: Sockets, feed: Feed) {
    this.#roster = roster
    this.#chatLog = chatLog
    this.#presence = presence
    this.#sockets = sockets
    this.#feed = feed
  }

  /** Shows the person offline and notes the end of the visit. Asking again moves nothing. */
  start(person: RosterPerson, now: number): number {
    if (person.leavingEndsAt !== null) return person.leavingEndsAt
    const endsAt = now + TIMINGS.leavingMs
    const wasOnline = this.#presence.isOnline(person, now)
    this.#roster.setLeaving(person.id, endsAt)
    if (wasOnline) this.#feed.tell([{ kind: 'presence', personId: person.id, online: false }])
    sendTo(this.#sockets.of(person.id), { type: 'leaving', endsAt })
    return endsAt
  }

  /** Takes the leaving back. */
  stay(person: RosterPerson, now: number): void {
    if (person.leavingEndsAt === null) return
    this.#roster.setLeaving(person.id, null)
    const online = this.#presence.isOnline({ ...person, leavingEndsAt: null }, now)
    if (online) this.#feed.tell([{ kind: 'presence', personId: person.id, online }])
    sendTo(this.#sockets.of(person.id), { type: 'leaving', endsAt: null })
  }

  /** Erases the person and their conversations, tells everybody, and closes their sockets for good. */
  end(person: RosterPerson, reason: EndReason): Erased {
    const messages = this.#chatLog.erase(person.id)
    this.#roster.remove(person.id)
    const erased = { profiles: 1, photos: person.photo ? 1 : 0, messages }
    const sockets = this.#sockets.of(person.id)
    sendTo(sockets, { type: 'ended', reason, erased })
    for (const socket of sockets) socket.close(CLOSE.visitEnded, reason)
    this.#feed.tell([{ kind: 'left', personId: person.id, name: person.name }])
    return erased
  }
}
