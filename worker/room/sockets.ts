import * as v from 'valibot'
import { LIMITS } from '#contract/limits.ts'
import type { CloseName, EndReason, ServerMessage } from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'
import type { Networks } from './rpc.ts'

/** Survives hibernation. The platform allows 16,384 bytes; this is about 250. */
const attachmentSchema = v.object({
  personId: v.string(),
  secretHash: v.string(),
  acceptedAt: v.number(),
  hidden: v.boolean(),
  /** Already disconnected. Its frames are ignored. */
  gone: v.boolean(),
  /** The monitor's lease; null: unknown. */
  watchedUntil: v.nullable(v.number()),
  sent: v.number(),
  confirmed: v.number(),
  /** Conversation ids and message numbers. */
  pendingPositions: v.array(v.tuple([v.string(), v.number()])),
  sharesFrames: v.optional(v.boolean(), false),
  network: v.optional(v.string(), ''),
  wideNetwork: v.optional(v.nullable(v.string()), null),
})
export type Attachment = v.InferOutput<typeof attachmentSchema>

const OPEN = 1
/** After hibernation the sent counter may be up to 50 too low. */
const SENT_PERSISTED_EVERY = 50

/** A client that ignores a close goes on sending. */
export function isOpen(socket: WebSocket): boolean {
  return socket.readyState === OPEN
}

/** The room is the only writer, so each attachment is parsed once a wake. */
const parsed = new WeakMap<WebSocket, Attachment>()

/** Throws without an attachment of ours: a bug, never a client's doing. */
export function readAttachment(socket: WebSocket): Attachment {
  const known = parsed.get(socket)
  if (known) return known
  const attachment = v.parse(attachmentSchema, socket.deserializeAttachment())
  parsed.set(socket, attachment)
  return attachment
}

export function changeAttachment(socket: WebSocket, changes: Partial<Attachment>): void {
  attach(socket, { ...readAttachment(socket), ...changes })
}

function attach(socket: WebSocket, attachment: Attachment): void {
  parsed.set(socket, attachment)
  socket.serializeAttachment(attachment)
}

/** Tags name the person, so that a message loads only the sockets that it concerns. */
export class Sockets {
  readonly #ctx: DurableObjectState
  readonly #onClosedHere: (socket: WebSocket, code: number) => void
  readonly #sent = new WeakMap<WebSocket, number>()
  /** An upper bound: recounted when the limit is reached, not lowered by a close. */
  #openAtMost: number | null = null

  constructor(
    ctx: DurableObjectState,
    onClosedHere: (socket: WebSocket, code: number) => void = () => {},
  ) {
    this.#ctx = ctx
    this.#onClosedHere = onClosedHere
  }

  accept(
    socket: WebSocket,
    of: Omit<Attachment, 'hidden' | 'gone' | 'sent' | 'confirmed' | 'pendingPositions'>,
  ): void {
    if (this.#openAtMost !== null) this.#openAtMost += 1
    this.#ctx.acceptWebSocket(socket, [of.personId])
    const fresh = { hidden: false, gone: false, sent: 0, confirmed: 0, pendingPositions: [] }
    attach(socket, { ...of, ...fresh })
  }

  /** The socket stops counting at once, whether or not its client answers the close. */
  close(socket: WebSocket, reason: CloseName): void {
    socket.close(CLOSE[reason], reason)
    this.#onClosedHere(socket, CLOSE[reason])
  }

  end(personId: string, reason: EndReason): void {
    for (const socket of this.of(personId)) {
      // Else the close event would start a grace.
      changeAttachment(socket, { gone: true })
      socket.close(CLOSE.visitEnded, reason)
    }
  }

  /** Oldest first. */
  of(personId: string): WebSocket[] {
    return this.#ctx.getWebSockets(personId).filter(isOpen)
  }

  /** Loads all of them from hibernation. */
  all(): WebSocket[] {
    return this.#ctx.getWebSockets().filter(isOpen)
  }

  /** Also those that the room has closed and whose clients do not answer. */
  attached(): Attachment[] {
    return this.#ctx.getWebSockets().map(readAttachment)
  }

  /** Open sockets, and how many of them are of this network and of the wide one. */
  countFrom({ network, wideNetwork }: Networks): Record<'all' | keyof Networks, number> {
    const open = this.all().map(readAttachment)
    const isWithin = (one: Attachment) => wideNetwork !== null && one.wideNetwork === wideNetwork
    return {
      all: open.length,
      network: open.filter((one) => one.network === network).length,
      wideNetwork: open.filter(isWithin).length,
    }
  }

  isFull(limit: number): boolean {
    if ((this.#openAtMost ?? limit) >= limit) this.#openAtMost = this.all().length
    return (this.#openAtMost ?? 0) >= limit
  }

  isConnected(personId: string, now: number): boolean {
    return this.of(personId).some((socket) => this.countsUntil(socket) > now)
  }

  connectedPeople(now: number): ReadonlySet<string> {
    const counting = this.all().filter((socket) => this.countsUntil(socket) > now)
    return new Set(counting.map((socket) => readAttachment(socket).personId))
  }

  /** The platform answers pings and keeps the time of the last one. */
  heardAt(socket: WebSocket): number {
    const pingedAt = this.#ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0
    return Math.max(pingedAt, readAttachment(socket).acceptedAt)
  }

  countsUntil(socket: WebSocket): number {
    const { hidden } = readAttachment(socket)
    return this.heardAt(socket) + (hidden ? TIMINGS.hiddenGraceMs : TIMINGS.heardWithinMs)
  }

  /** Serialises once. A dead socket does not stop the others. */
  send(sockets: Iterable<WebSocket>, message: ServerMessage): void {
    const frame = JSON.stringify(message)
    for (const socket of sockets) this.#sendFrame(socket, frame)
  }

  sendBatches(messages: ReadonlyMap<WebSocket, readonly string[]>): void {
    for (const [socket, own] of messages) {
      if (!isOpen(socket)) continue
      const frames = readAttachment(socket).sharesFrames ? toSharedFrames(own) : own
      for (const frame of frames) if (!this.#sendFrame(socket, frame)) break
    }
  }

  /** False if impossible. After hibernation it may exceed the room's counter by up to 50. */
  confirm(socket: WebSocket, frames: number): boolean {
    const sent = this.#sentTo(socket)
    if (frames > sent + SENT_PERSISTED_EVERY) return false
    this.#sent.set(socket, Math.max(sent, frames))
    const confirmed = Math.max(readAttachment(socket).confirmed, frames)
    changeAttachment(socket, { sent: Math.max(sent, frames), confirmed })
    return true
  }

  #sendFrame(socket: WebSocket, frame: string): boolean {
    try {
      if (!this.#countSent(socket)) {
        this.close(socket, 'slowReader')
        return false
      }
      socket.send(frame)
      return true
    } catch (error) {
      log('socket_send_failed', { error })
      return false
    }
  }

  /** False at the limit of unconfirmed frames: workerd has no `bufferedAmount`. */
  #countSent(socket: WebSocket): boolean {
    const sent = this.#sentTo(socket)
    if (sent - readAttachment(socket).confirmed >= LIMITS.unconfirmedFrames) return false
    this.#sent.set(socket, sent + 1)
    if ((sent + 1) % SENT_PERSISTED_EVERY === 0) changeAttachment(socket, { sent: sent + 1 })
    return true
  }

  #sentTo(socket: WebSocket): number {
    return this.#sent.get(socket) ?? readAttachment(socket).sent
  }
}

/** Several messages share an array. Its size is bounded: the unconfirmed window counts frames. */
export function toSharedFrames(messages: readonly string[]): string[] {
  const frames: string[] = []
  let shared: string[] = []
  let characters = 0
  for (const message of messages) {
    if (shared.length > 0 && characters + message.length > LIMITS.sharedFrameCharacters) {
      frames.push(toFrame(shared))
      shared = []
      characters = 0
    }
    shared.push(message)
    characters += message.length
  }
  if (shared.length > 0) frames.push(toFrame(shared))
  return frames
}

function toFrame(messages: readonly string[]): string {
  return messages.length === 1 ? (messages[0] ?? '') : `[${messages.join()}]`
}
