import type { DueVisits } from './due-visits.ts'
import type { RosterPerson } from './roster-person.ts'
import type { Sockets } from './sockets.ts'

/**
 * Who is online, derived and never told by a client: who has a socket that was heard of late, or
 * dropped so lately that a reload may still bring them back, and is not leaving.
 */
export class Presence {
  readonly #due: DueVisits
  readonly #sockets: Sockets

  constructor(due: DueVisits, sockets: Sockets) {
    this.#due = due
    this.#sockets = sockets
  }

  /** Whether a person counts as online at a moment. Looks at their own sockets only. */
  isOnline(person: RosterPerson, now: number): boolean {
    return this.#isOnline(person, now, () => this.#sockets.isConnected(person.id, now))
  }

  /** The same for many at once: looks at every socket once, not at the sockets of each. */
  judge(now: number): (person: RosterPerson) => boolean {
    const connected = this.#sockets.connectedPeople(now)
    return (person) => this.#isOnline(person, now, () => connected.has(person.id))
  }

  /** The people whose grace ran out in this span and who did not come back. */
  listGoneOffline(from: number, to: number): string[] {
    return this.#due
      .listGraceEnded(from, to)
      .filter((personId) => !this.#sockets.isConnected(personId, to))
  }

  #isOnline(person: RosterPerson, now: number, isConnected: () => boolean): boolean {
    if (person.leavingEndsAt !== null) return false
    return person.onlineUntil > now || isConnected()
  }
}
