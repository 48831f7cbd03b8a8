import { LIMITS } from '#contract/limits.ts'
import type { RoomEvent } from '#contract/protocol.ts'
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
 * Tells pages who is away: online, and every page of theirs is hidden. The attachments hold what pages
 * were told, so that an untold change survives hibernation.
 */
export class Away {
  readonly #parts: Parts
  /** People who lost their last page while it was hidden: no attachment holds their change. */
  readonly #lost = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The page says that it is hidden, or shown again. */
  turn(socket: WebSocket, hidden: boolean): void {
    const { sockets, wakeBy } = this.#parts
    sockets.changePage(socket, { hidden })
    wakeBy(sockets.countsUntil(socket))
  }

  noteLost(socket: WebSocket, now: number): void {
    const { people, presence, wakeBy } = this.#parts
    const { personId, shownAway } = readAttachment(socket)
    const person = people.find(personId)
    if (shownAway || !person) return
    const { state, reason } = presence.at(person, now)
    if (state !== 'away' || reason !== 'grace') return
    this.#lost.add(personId)
    if (!this.#isCrowd()) wakeBy(now)
  }

  /** Whether the alarm sends a frame for it. */
  isDue(): boolean {
    return this.#untold().size > 0 && !this.#isCrowd()
  }

  takeEvents(now: number): RoomEvent[] {
    const { people, presence, index, sockets } = this.#parts
    const untold = this.#untold()
    this.#lost.clear()
    return [...untold].flatMap((personId) => {
      const known = index.find(personId)
      const person = people.find(personId)
      if (!known?.online || !person) return []
      const isAway = presence.at(person, now).state === 'away'
      const open = sockets.of(personId)
      const wasShown = open.some((socket) => readAttachment(socket).shownAway)
      if (isAway === wasShown) return []
      for (const socket of open) sockets.changePage(socket, { shownAway: isAway })
      return index.setAway(known, isAway)
    })
  }

  #isCrowd(): boolean {
    return this.#parts.index.counts.total > LIMITS.awayFramePeople
  }

  #untold(): Set<string> {
    const turned = this.#parts.sockets
      .all()
      .map(readAttachment)
      .filter(({ hidden, shownAway }) => hidden !== shownAway)
    return new Set([...this.#lost, ...turned.map(({ personId }) => personId)])
  }
}
