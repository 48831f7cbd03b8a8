import * as v from 'valibot'
import type { MonitorMessage } from '#contract/monitor.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'
import { isOpen, lastPingAt } from '#worker/object-sockets.ts'
import { RecentEnds } from '#worker/recent-ends.ts'

/** Internal header. The Worker removes a client's own. */
export const SESSION_HEADER = 'x-brinde-session'

const attachmentSchema = v.object({
  tokenHash: v.string(),
  acceptedAt: v.number(),
  /** The number of the last frame. */
  number: v.number(),
})
type Attachment = v.InferOutput<typeof attachmentSchema>

type Unnumbered<Message> = Message extends unknown ? Omit<Message, 'number'> : never

export class Watchers {
  readonly #ctx: DurableObjectState
  readonly #ended = new RecentEnds()

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx
  }

  get count(): number {
    return this.all().length
  }

  all(): WebSocket[] {
    return this.#ctx.getWebSockets().filter(isOpen)
  }

  accept(socket: WebSocket, tokenHash: string, now: number): boolean {
    this.#ctx.acceptWebSocket(socket, [tokenHash])
    socket.serializeAttachment({ tokenHash, acceptedAt: now, number: 0 } satisfies Attachment)
    if (this.#ended.has(tokenHash)) this.close(tokenHash, now)
    return !this.#ended.has(tokenHash)
  }

  hasEnded(tokenHash: string): boolean {
    return this.#ended.has(tokenHash)
  }

  close(tokenHash: string, now: number): void {
    this.#ended.note([tokenHash], now)
    for (const socket of this.#ctx.getWebSockets(tokenHash)) {
      socket.close(CLOSE.sessionEnded, 'sessionEnded')
    }
  }

  dropSilent(now: number): void {
    for (const socket of this.all()) {
      if (this.#heardAt(socket) + TIMINGS.hiddenGraceMs > now) continue
      socket.close(CLOSE.silent, 'silent')
    }
  }

  sessions(): ReadonlySet<string> {
    return new Set(this.all().map((socket) => readAttachment(socket).tokenHash))
  }

  send(message: Unnumbered<MonitorMessage>, sockets: readonly WebSocket[] = this.all()): void {
    const rest = JSON.stringify(message).slice(1)
    for (const socket of sockets) {
      const attachment = readAttachment(socket)
      const number = attachment.number + 1
      socket.serializeAttachment({ ...attachment, number } satisfies Attachment)
      try {
        socket.send(`{"number":${number},${rest}`)
      } catch (error) {
        log('socket_send_failed', { error })
      }
    }
  }

  #heardAt(socket: WebSocket): number {
    return Math.max(lastPingAt(this.#ctx, socket), readAttachment(socket).acceptedAt)
  }
}

function readAttachment(socket: WebSocket): Attachment {
  return v.parse(attachmentSchema, socket.deserializeAttachment())
}
