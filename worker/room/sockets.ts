import type { ServerMessage } from '#contract/protocol.ts'
import { log } from '#worker/log.ts'
import type { Attachment } from './attachment.ts'
import { writeAttachment } from './attachment.ts'

const OPEN = 1

/** Not closed by either side. One that the room has closed may go on sending for a while. */
export function isOpen(socket: WebSocket): boolean {
  return socket.readyState === OPEN
}

/**
 * The room's open sockets, found by person through tags so that a message wakes only the sockets
 * that it concerns. Nothing is counted beside them: a count would be one more thing to be wrong.
 */
export class Sockets {
  readonly #ctx: DurableObjectState

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx
  }

  /** Open sockets of one person, the oldest first. */
  of(personId: string): WebSocket[] {
    return this.#ctx.getWebSockets(personId).filter(isOpen)
  }

  all(): WebSocket[] {
    return this.#ctx.getWebSockets().filter(isOpen)
  }

  isConnected(personId: string): boolean {
    return this.of(personId).length > 0
  }

  /** Everybody who has a socket, for questions about many people at once. */
  connectedPeople(): ReadonlySet<string> {
    return new Set(this.all().flatMap((socket) => this.#ctx.getTags(socket)))
  }

  accept(socket: WebSocket, attachment: Attachment): void {
    this.#ctx.acceptWebSocket(socket, [attachment.personId])
    writeAttachment(socket, attachment)
  }
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
