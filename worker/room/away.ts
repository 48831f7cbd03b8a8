import { LIMITS } from '#contract/limits.ts'
import type { RoomEvent } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { People } from './people.ts'
import type { PeopleIndex } from './people-index.ts'
import type { Presence } from './presence.ts'
import type { Sockets } from './sockets.ts'
import { changeAttachment, readAttachment } from './sockets.ts'

/**
 * Online people whose every page is hidden. Index and attachments hold what pages were told, so
 * that an untold change survives hibernation.
 */
export class Away {
  readonly #people: People
  readonly #presence: Presence
  readonly #index: PeopleIndex
  readonly #sockets: Sockets
  /** When pages must be told at the latest. After a wake the attachments are read first. */
  readonly #untold = new Map<string, number>()
  #hasReadAttachments = false

  constructor(people: People, presence: Presence, index: PeopleIndex, sockets: Sockets) {
    this.#people = people
    this.#presence = presence
    this.#index = index
    this.#sockets = sockets
  }

  /** A page was hidden, shown, opened or lost. Returns when pages must be told; null: never. */
  note(socket: WebSocket, now: number): number | null {
    const { personId, hidden, shownAway } = readAttachment(socket)
    this.#untold.delete(personId)
    const isHidden = this.#sockets.areHidden(personId, now)
    if (isHidden === null && !(hidden && this.#isInPocket(personId, now))) return null
    if ((isHidden ?? true) === shownAway) return null
    // No attachment holds the change of a person without a socket.
    const dueAt = isHidden === null ? now : now + TIMINGS.awayWithinMs
    this.#untold.set(personId, dueAt)
    return this.#index.isLoaded && this.#isCrowd() ? null : dueAt
  }

  /** When a frame of its own is due; null: never. */
  nextDue(now: number): number | null {
    const untold = this.#readUntold(now)
    return untold.size === 0 || this.#isCrowd() ? null : Math.min(...untold.values())
  }

  /** The index must be loaded. */
  takeEvents(now: number): RoomEvent[] {
    const untold = [...this.#readUntold(now).keys()]
    this.#untold.clear()
    return untold.flatMap((personId) => {
      const known = this.#index.find(personId)
      const person = this.#people.find(personId)
      if (!known?.online || !person) return []
      const shownAway = this.#presence.isAway(person, now)
      for (const socket of this.#sockets.of(personId)) changeAttachment(socket, { shownAway })
      return this.#index.setAway(known, shownAway)
    })
  }

  #isCrowd(): boolean {
    return this.#index.counts.total > LIMITS.awayFramePeople
  }

  #isInPocket(personId: string, now: number): boolean {
    const person = this.#people.find(personId)
    return person !== null && this.#presence.isAway(person, now)
  }

  #readUntold(now: number): Map<string, number> {
    if (!this.#hasReadAttachments) {
      this.#hasReadAttachments = true
      for (const [personId, { isHidden, shownAway, turnedAt }] of this.#sockets.connectedPeople(
        now,
      )) {
        if (isHidden !== shownAway) this.#untold.set(personId, turnedAt + TIMINGS.awayWithinMs)
      }
    }
    return this.#untold
  }
}
