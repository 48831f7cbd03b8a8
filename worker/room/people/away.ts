import { LIMITS } from '#contract/limits.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { PersonChange } from '#worker/room/effects.ts'
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
 * Finds people who are away: online, with every page hidden. The attachments hold what was published,
 * so that a change that waits for its publication survives hibernation.
 */
export class Away {
  readonly #parts: Parts
  /** People who lost their last page while it was hidden: no attachment holds their change. */
  readonly #lost = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The page says that it is hidden, or shown again. */
  setHidden(socket: WebSocket, hidden: boolean): void {
    const { sockets, wakeBy } = this.#parts
    sockets.changePage(socket, { hidden })
    wakeBy(sockets.countsUntil(socket))
  }

  noteLost(socket: WebSocket, now: number): void {
    const { people, presence, wakeBy } = this.#parts
    const { personId, sentAway } = readAttachment(socket)
    const person = people.find(personId)
    if (sentAway || !person) return
    const { state, reason } = presence.at(person, now)
    if (state !== 'away' || reason !== 'grace') return
    this.#lost.add(personId)
    if (!this.#isCrowd()) wakeBy(now)
  }

  /** Whether the alarm sends a frame for it. */
  isDue(): boolean {
    return this.#lost.size + this.#turned().size > 0 && !this.#isCrowd()
  }

  /** Returns the changes to or from away that pages have not received yet. */
  take(now: number): PersonChange[] {
    const { people, presence } = this.#parts
    const lostWhileHidden = [...this.#lost].filter((personId) => {
      const person = people.find(personId)
      return person && presence.at(person, now).state === 'away'
    })
    this.#lost.clear()
    return [
      // `online` is set, because the index may have been loaded since.
      ...lostWhileHidden.map((personId) => ({ kind: 'changed' as const, personId, online: true })),
      ...[...this.#turned()].map((personId) => ({ kind: 'changed' as const, personId })),
    ]
  }

  noteSent({ id, away = false }: PublicPerson): void {
    const { sockets } = this.#parts
    for (const socket of sockets.of(id)) {
      if (readAttachment(socket).sentAway !== away) sockets.changePage(socket, { sentAway: away })
    }
  }

  #isCrowd(): boolean {
    return this.#parts.index.counts.total > LIMITS.awayFramePeople
  }

  /** People with a page whose visibility differs from what others received; another page may decide. */
  #turned(): Set<string> {
    const pages = this.#parts.sockets.all().map(readAttachment)
    const turned = pages.filter(({ hidden, sentAway }) => hidden !== sentAway)
    return new Set(turned.map(({ personId }) => personId))
  }
}
