import type { ServerMessage } from '#contract/protocol.ts'
import { log } from '#worker/log.ts'
import type { Attachment } from './attachment.ts'
import { readAttachment, writeAttachment } from './attachment.ts'

const OPEN = 1

/**
 * The room's open sockets, found by person through tags so that a message wakes only the sockets
 * that it concerns. The count per person is a cache, rebuilt from the tags after a sleep.
 */
export class Sockets {
  readonly #ctx: DurableObjectState
  #counts: Map<string, number> | null = null

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx
  }

  /** Open sockets of one person, the oldest first. */
  of(personId: string): WebSocket[] {
    return this.#ctx.getWebSockets(personId).filter((socket) => socket.readyState === OPEN)
  }

  all(): WebSocket[] {
    return this.#ctx.getWebSockets().filter((socket) => socket.readyState === OPEN)
  }

  isConnected(personId: string): boolean {
    if (this.#counts) return this.#counts.has(personId)
    return this.of(personId).length > 0
  }

  /** Everybody who has a socket, for questions about many people at once. */
  connectedPeople(): ReadonlyMap<string, number> {
    this.#counts ??= this.#count()
    return this.#counts
  }

  get size(): number {
    let size = 0
    for (const count of this.connectedPeople().values()) size += count
    return size
  }

  accept(socket: WebSocket, attachment: Attachment): void {
    this.#ctx.acceptWebSocket(socket, [attachment.personId])
    writeAttachment(socket, attachment)
    if (this.#counts) add(this.#counts, attachment.personId, 1)
  }

  /** Takes a socket that has gone out of the count. The platform drops the rest of it. */
  forget(socket: WebSocket): void {
    if (this.#counts) add(this.#counts, readAttachment(socket).personId, -1)
  }

  #count(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const socket of this.all()) {
      const [personId] = this.#ctx.getTags(socket)
      if (personId) add(counts, personId, 1)
    }
    return counts
  }
}

function add(counts: Map<string, number>, personId: string, step: 1 | -1): void {
  const count = (counts.get(personId) ?? 0) + step
  if (count > 0) counts.set(personId, count)
  else counts.delete(personId)
}

/** Sends one message to each socket, serialised once. A dead socket never keeps the rest from it. */
export function sendTo(sockets: Iterable<WebSocket>, message: ServerMessage): void {
  const frame = JSON.stringify(message)
  for (const socket of sockets) {
    try {
      socket.send(frame)
    } catch (error) {
      log('socket_send_failed', { error })
    }
  }
}
