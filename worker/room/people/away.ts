import { LIMITS } from '#contract/limits.ts'
import type { RoomEvent } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { readAttachment } from '#worker/room/sockets/attachment.ts'
import type { Sockets } from '#worker/room/sockets/sockets.ts'
import type { People } from './people.ts'
import type { PeopleIndex } from './people-index.ts'
import type { Presence } from './presence.ts'

interface Parts {
  people: People
  presence: Presence
  index: PeopleIndex
  sockets: Sockets
  wakeBy: (at: number) => void
}

/**
 * Online people whose every page is hidden. Index and attachments hold what pages were told, so
 * that an untold change survives hibernation.
 */
export class Away {
  readonly #parts: Parts
  /** When pages must be told at the latest. After a wake the attachments are read first. */
  readonly #untold = new Map<string, number>()
  #hasReadAttachments = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The page says that it is hidden, or shown again. */
  turn(socket: WebSocket, hidden: boolean, now: number): void {
    const { sockets, wakeBy } = this.#parts
    sockets.setLooking(socket, { hidden, turnedAt: now })
    this.note(socket, now)
    wakeBy(sockets.countsUntil(socket))
  }

  /** A page was hidden, shown, opened or lost. */
  note(socket: WebSocket, now: number): void {
    const { index, sockets, wakeBy } = this.#parts
    const { personId, hidden, shownAway } = readAttachment(socket)
    this.#untold.delete(personId)
    const isHidden = sockets.areHidden(personId, now)
    if (isHidden === null && !(hidden && this.#isInPocket(personId, now))) return
    if ((isHidden ?? true) === shownAway) return
    // No attachment holds the change of a person without a socket.
    const dueAt = isHidden === null ? now : now + TIMINGS.awayWithinMs
    this.#untold.set(personId, dueAt)
    if (!index.isLoaded || !this.#isCrowd()) wakeBy(dueAt)
  }

  /** When a frame of its own is due; null: never. */
  nextDue(now: number): number | null {
    const untold = this.#readUntold(now)
    return untold.size === 0 || this.#isCrowd() ? null : Math.min(...untold.values())
  }

  takeEvents(now: number): RoomEvent[] {
    const untold = [...this.#readUntold(now).keys()]
    this.#untold.clear()
    const { people, presence, index, sockets } = this.#parts
    return untold.flatMap((personId) => {
      const known = index.find(personId)
      const person = people.find(personId)
      if (!known?.online || !person) return []
      const shownAway = presence.isAway(person, now)
      for (const socket of sockets.of(personId)) sockets.setLooking(socket, { shownAway })
      return index.setAway(known, shownAway)
    })
  }

  #isCrowd(): boolean {
    return this.#parts.index.counts.total > LIMITS.awayFramePeople
  }

  #isInPocket(personId: string, now: number): boolean {
    const person = this.#parts.people.find(personId)
    return person !== null && this.#parts.presence.isAway(person, now)
  }

  #readUntold(now: number): Map<string, number> {
    if (!this.#hasReadAttachments) {
      this.#hasReadAttachments = true
      for (const [
        personId,
        { isHidden, shownAway, turnedAt },
      ] of this.#parts.sockets.connectedPeople(now)) {
        if (isHidden !== shownAway) this.#untold.set(personId, turnedAt + TIMINGS.awayWithinMs)
      }
    }
    return this.#untold
  }
}
