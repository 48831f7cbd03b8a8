import type { EndReason, Erased } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { readAttachment } from './attachment.ts'
import type { RoomParts } from './parts.ts'
import type { RosterPerson } from './roster-person.ts'

const ENDED_AT_ONCE = 500

/** How people go: the two seconds in which they may still stay, and the end that erases them. */
export class Departures {
  readonly #parts: RoomParts

  constructor(parts: RoomParts) {
    this.#parts = parts
  }

  /** Shows the person offline and notes the end of the visit. Asking again moves nothing. */
  start(person: RosterPerson, now: number): number {
    if (person.leavingEndsAt !== null) return person.leavingEndsAt
    const { roster, presence, sockets, feed } = this.#parts
    const endsAt = now + TIMINGS.leavingMs
    const wasOnline = presence.isOnline(person, now)
    roster.setLeaving(person.id, endsAt)
    if (wasOnline) feed.tell([{ kind: 'presence', personId: person.id, online: false }])
    sockets.send(sockets.of(person.id), { type: 'leaving', endsAt })
    return endsAt
  }

  /** Takes the leaving back. */
  stay(person: RosterPerson, now: number): void {
    if (person.leavingEndsAt === null) return
    const { roster, presence, sockets, feed } = this.#parts
    roster.setLeaving(person.id, null)
    const online = presence.isOnline({ ...person, leavingEndsAt: null }, now)
    if (online) feed.tell([{ kind: 'presence', personId: person.id, online }])
    sockets.send(sockets.of(person.id), { type: 'leaving', endsAt: null })
  }

  /** Erases the person and their conversations, tells everybody, and closes their sockets for good. */
  end(person: RosterPerson, reason: EndReason, now: number): Erased {
    const { roster, chatLog, sockets, feed, budgets, erasePhoto } = this.#parts
    const messages = chatLog.erase(person.id)
    roster.erase(person.id, now)
    budgets.forget(person.id)
    const photos = new Set([person.photo, person.takeover?.before.photo].filter((path) => path))
    for (const path of photos) if (path) erasePhoto(path)
    const erased = { profiles: 1, photos: photos.size, messages }
    const open = sockets.of(person.id)
    sockets.send(open, { type: 'ended', reason, erased })
    sockets.end(open, reason)
    feed.tell([{ kind: 'left', personId: person.id, name: person.name }])
    this.#parts.noteChange(person.id, now)
    return erased
  }

  /** Ends the visit of somebody whom the bar sends away; one that has ended is no error. */
  remove(personId: string, now: number): void {
    const person = this.#parts.roster.find(personId)
    if (person) this.end(person, 'removed', now)
  }

  /**
   * Lets somebody go who had recovered a profile by phone alone: nothing of it is erased, and a page
   * of its maker that is still open stays.
   */
  release(person: RosterPerson): void {
    const { sockets } = this.#parts
    const open = sockets
      .of(person.id)
      .filter((socket) => readAttachment(socket).secretHash === person.takeover?.secretHash)
    const erased = { profiles: 0, photos: 0, messages: 0 }
    sockets.send(open, { type: 'ended', reason: 'left', erased })
    sockets.end(open, 'left')
  }

  /**
   * Ends the visits that are due: whoever asked to leave, has been here for the longest time, or has
   * been offline for hours. Who is still connected is noted as seen instead.
   */
  endDue(now: number): void {
    const { roster, due, sockets } = this.#parts
    due.purgeEnded(now)
    const ended: { id: string; reason: EndReason }[] = due.listEnded(now)
    for (const personId of due.listSeenBefore(now - TIMINGS.lastSeenWrittenMs)) {
      if (sockets.isConnected(personId, now)) roster.noteSeen(personId, now)
    }
    for (const id of due.listSeenBefore(now - TIMINGS.visitOfflineMs)) {
      ended.push({ id, reason: 'expired' })
    }
    // The alarm comes back for the others: nobody else waits for a whole bar that goes home.
    const failures = ended
      .slice(0, ENDED_AT_ONCE)
      .flatMap(({ id, reason }) => this.#endOne(id, reason, now) ?? [])
    // Nobody's end waits for another's; what failed is tried again with the next alarm.
    if (failures.length > 0) throw failures[0]
  }

  /** What kept it from happening; null where nothing did. */
  #endOne(id: string, reason: EndReason, now: number): unknown {
    const { roster, acts } = this.#parts
    try {
      acts.whole(() => {
        const person = roster.find(id)
        // A row that cannot be read is of no use to anybody, and its time is over.
        if (person) this.end(person, reason, now)
        else roster.erase(id, now)
      })
      return null
    } catch (error) {
      return error
    }
  }
}
