import type { Roster, RosterPerson } from './roster.ts'
import type { Sockets } from './sockets.ts'

/**
 * Who is online, derived and never told by a client: who has a socket, or dropped so lately that
 * a reload may still bring them back, and is not leaving.
 */
export class Presence {
  readonly #roster: Roster
  readonly #sockets: Sockets

  constructor(roster: Roster, sockets: Sockets) {
    this.#roster = roster
    this.#sockets = sockets
  }

  isOnline(person: RosterPerson, now: number): boolean {
    return this.#isOnline(person, now, () => this.#sockets.isConnected(person.id))
  }

  /** The same for many at once: looks at every socket once, not at the sockets of each. */
  judge(now: number): (person: RosterPerson) => boolean {
    const connected = this.#sockets.connectedPeople()
    return (person) => this.#isOnline(person, now, () => connected.has(person.id))
  }

  /** The people whose grace ran out in this span and who did not come back. */
  listGoneOffline(from: number, to: number): string[] {
    return this.#roster
      .listGraceEnded(from, to)
      .filter((personId) => !this.#sockets.isConnected(personId))
  }

  #isOnline(person: RosterPerson, now: number, isConnected: () => boolean): boolean {
    if (person.leavingEndsAt !== null) return false
    return person.onlineUntil > now || isConnected()
  }
}
