import * as v from 'valibot'
import type { MonitorMessage } from '#contract/monitor.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'

/** Internal header that carries the session on an upgrade. The Worker strips a client's own. */
export const SESSION_HEADER = 'x-brinde-session'

/** What a watching socket carries: the hash of its session's token, and when it was opened. */
const attachmentSchema = v.object({ tokenHash: v.string(), acceptedAt: v.number() })

const OPEN = 1

/** The administrators' sockets. Each stays open as long as its session is alive. */
export class Watchers {
  readonly #ctx: DurableObjectState
  /** An upgrade may still be on its way when its session ends. */
  readonly #ended = new Set<string>()

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx
  }

  get count(): number {
    return this.all().length
  }

  /** Every open socket. */
  all(): WebSocket[] {
    return this.#ctx.getWebSockets().filter((socket) => socket.readyState === OPEN)
  }

  /** False where the session has ended meanwhile: the socket is closed. */
  accept(socket: WebSocket, tokenHash: string, now: number): boolean {
    this.#ctx.acceptWebSocket(socket, [tokenHash])
    socket.serializeAttachment({ tokenHash, acceptedAt: now })
    if (this.#ended.has(tokenHash)) this.close(tokenHash)
    return !this.#ended.has(tokenHash)
  }

  /** Closes every socket of a session for good. */
  close(tokenHash: string): void {
    this.#ended.add(tokenHash)
    for (const socket of this.#ctx.getWebSockets(tokenHash)) {
      socket.close(CLOSE.sessionEnded, 'sessionEnded')
    }
  }

  /**
   * Closes the sockets that were not heard for longer than a page in the background keeps silent. A
   * laptop that was shut says nothing, and the platform reports its socket as open for ever.
   */
  dropSilent(now: number): void {
    for (const socket of this.all()) {
      if (this.#heardAt(socket) + TIMINGS.hiddenGraceMs > now) continue
      socket.close(CLOSE.silent, 'silent')
    }
  }

  /** Closes the sockets whose session `isAlive` no longer knows. Asking counts as use of it. */
  async dropEnded(isAlive: (tokenHash: string) => Promise<boolean>): Promise<void> {
    const hashes = this.all().map((socket) => readAttachment(socket).tokenHash)
    for (const tokenHash of new Set(hashes)) {
      if (!(await isAlive(tokenHash))) this.close(tokenHash)
    }
  }

  /** Sends one message to each, serialised once. A dead socket never keeps the rest from it. */
  send(message: MonitorMessage, sockets: WebSocket[] = this.all()): void {
    const frame = JSON.stringify(message)
    for (const socket of sockets) {
      try {
        socket.send(frame)
      } catch (error) {
        log('socket_send_failed', { error })
      }
    }
  }

  /** The platform answers pings, and notes when. */
  #heardAt(socket: WebSocket): number {
    const pinged = this.#ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0
    return Math.max(pinged, readAttachment(socket).acceptedAt)
  }
}

function readAttachment(socket: WebSocket): v.InferOutput<typeof attachmentSchema> {
  return v.parse(attachmentSchema, socket.deserializeAttachment())
}
