import type { Person } from '#worker/room/people/people.ts'
import type { RateLimits } from '#worker/room/rate-limits.ts'
import type { Blocks } from '#worker/room/safety/blocks.ts'
import { readAttachment } from '#worker/room/sockets/attachment.ts'
import type { Sockets } from '#worker/room/sockets/sockets.ts'
import type { Conversations } from './conversations.ts'

interface Parts {
  sockets: Sockets
  conversations: Conversations
  rateLimits: RateLimits
  blocks: Blocks
}

/** Relays "digitando…". Stores nothing and sends no answer, so silence tells nothing about the partner. */
export class Typing {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Sends it to the partner's visible pages, if both have written and neither blocks the other. */
  pass(person: Person, partnerId: string, now: number): void {
    const { sockets, conversations, rateLimits, blocks } = this.#parts
    if (!rateLimits.take('typing', person.id, now) || blocks.isBetween(person, partnerId)) return
    if (!conversations.between(person.id, partnerId).isAnswered) return
    const looking = sockets.of(partnerId).filter((socket) => !readAttachment(socket).hidden)
    sockets.send(looking, { type: 'typing', personId: person.id })
  }
}
