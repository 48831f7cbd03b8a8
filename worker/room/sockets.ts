import * as v from 'valibot'
import { LIMITS } from '#contract/limits.ts'
import type { CloseName, EndReason, ServerMessage } from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'

/** What a socket keeps through hibernation. The platform allows 16,384 bytes; this is about 250. */
const attachmentSchema = v.object({
  personId: v.string(),
  secretHash: v.string(),
  acceptedAt: v.number(),
  /** The page said that it is hidden. */
  hidden: v.boolean(),
  /** Already counted out. What it still sends changes nothing. */
  gone: v.boolean(),
  /** Until when the monitor watches, as far as the room knows; null: unknown. */
  watchedUntil: v.nullable(v.number()),
  /** Frames sent, persisted every 50 frames, and how many of them the client has confirmed. */
  sent: v.number(),
  confirmed: v.number(),
  /** Read positions that are not written yet: conversation id and message number. */
  pendingPositions: v.array(v.tuple([v.string(), v.number()])),
  /** The page can parse a frame that holds several messages. */
  sharesFrames: v.optional(v.boolean(), false),
})
export type Attachment = v.InferOutput<typeof attachmentSchema>

const OPEN = 1
/** The sent counter is persisted every 50 frames; after hibernation it may be up to 50 too low. */
const SENT_PERSISTED_EVERY = 50

/** Not closed by either side. A client that ignores the close of its socket goes on sending. */
export function isOpen(socket: WebSocket): boolean {
  return socket.readyState === OPEN
}

/** The room is the only writer of attachments, so each is parsed once a wake. */
const parsed = new WeakMap<WebSocket, Attachment>()

/** Throws if the socket carries no attachment of ours: a bug, never a client's doing. */
export function readAttachment(socket: WebSocket): Attachment {
  const known = parsed.get(socket)
  if (known) return known
  const attachment = v.parse(attachmentSchema, socket.deserializeAttachment())
  parsed.set(socket, attachment)
  return attachment
}

/** Changes a part of the attachment; the change survives hibernation. */
export function changeAttachment(socket: WebSocket, changes: Partial<Attachment>): void {
  attach(socket, { ...readAttachment(socket), ...changes })
}

function attach(socket: WebSocket, attachment: Attachment): void {
  parsed.set(socket, attachment)
  socket.serializeAttachment(attachment)
}

/**
 * The room's open sockets. Tags name the person, so that a message loads only the sockets that it
 * concerns. Nothing is counted beside them but an upper bound of how many are open.
 */
export class Sockets {
  readonly #ctx: DurableObjectState
  readonly #onClosedHere: (socket: WebSocket, code: number) => void
  readonly #sent = new WeakMap<WebSocket, number>()
  /** Not lowered when a socket closes: counted anew when the limit is reached. */
  #openAtMost: number | null = null

  /** `onClosedHere` is called for each socket that the room itself closes. */
  constructor(
    ctx: DurableObjectState,
    onClosedHere: (socket: WebSocket, code: number) => void = () => {},
  ) {
    this.#ctx = ctx
    this.#onClosedHere = onClosedHere
  }

  /** Accepts a socket through the platform's hibernation API. */
  accept(
    socket: WebSocket,
    of: Pick<
      Attachment,
      'personId' | 'secretHash' | 'acceptedAt' | 'watchedUntil' | 'sharesFrames'
    >,
  ): void {
    if (this.#openAtMost !== null) this.#openAtMost += 1
    this.#ctx.acceptWebSocket(socket, [of.personId])
    const fresh = { hidden: false, gone: false, sent: 0, confirmed: 0, pendingPositions: [] }
    attach(socket, { ...of, ...fresh })
  }

  /**
   * Closes a socket with a code of the closed list. From then on it does not count, whether or not
   * its client ever answers the close.
   */
  close(socket: WebSocket, reason: CloseName): void {
    socket.close(CLOSE[reason], reason)
    this.#onClosedHere(socket, CLOSE[reason])
  }

  /** Closes the sockets of a visit that ended. Nobody waits for the person to come back. */
  end(personId: string, reason: EndReason): void {
    for (const socket of this.of(personId)) {
      // Else the close that follows would give the person the grace of a lost connection.
      changeAttachment(socket, { gone: true })
      socket.close(CLOSE.visitEnded, reason)
    }
  }

  /** Open sockets of one person, the oldest first. */
  of(personId: string): WebSocket[] {
    return this.#ctx.getWebSockets(personId).filter(isOpen)
  }

  /** Every open socket. Brings all of them back to memory. */
  all(): WebSocket[] {
    return this.#ctx.getWebSockets().filter(isOpen)
  }

  /** Whether the limit is reached. Looks at all sockets only where that is possible. */
  isFull(limit: number): boolean {
    if ((this.#openAtMost ?? limit) >= limit) this.#openAtMost = this.all().length
    return (this.#openAtMost ?? 0) >= limit
  }

  /** Whether a person has an open socket that was heard from recently. */
  isConnected(personId: string, now: number): boolean {
    return this.of(personId).some((socket) => this.countsUntil(socket) > now)
  }

  /** The ids of everybody who is connected. Looks at every socket once. */
  connectedPeople(now: number): ReadonlySet<string> {
    const counting = this.all().filter((socket) => this.countsUntil(socket) > now)
    return new Set(counting.map((socket) => readAttachment(socket).personId))
  }

  /** When a socket was last heard from. The platform answers pings and keeps the time. */
  heardAt(socket: WebSocket): number {
    const pingedAt = this.#ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0
    return Math.max(pingedAt, readAttachment(socket).acceptedAt)
  }

  /** Until when a socket counts without being heard from again. */
  countsUntil(socket: WebSocket): number {
    const { hidden } = readAttachment(socket)
    return this.heardAt(socket) + (hidden ? TIMINGS.hiddenGraceMs : TIMINGS.heardWithinMs)
  }

  /** Sends one message to each socket, serialised once. A dead socket does not stop the rest. */
  send(sockets: Iterable<WebSocket>, message: ServerMessage): void {
    const frame = JSON.stringify(message)
    for (const socket of sockets) this.#sendFrame(socket, frame)
  }

  /** Sends each socket its own messages, in as few frames as its page can parse. */
  sendBatches(messages: ReadonlyMap<WebSocket, readonly string[]>): void {
    for (const [socket, own] of messages) {
      const frames = readAttachment(socket).sharesFrames ? toSharedFrames(own) : own
      for (const frame of frames) if (!this.#sendFrame(socket, frame)) break
    }
  }

  /**
   * Notes how many frames a client has received. False if the number cannot be true; after
   * hibernation it may exceed the room's own counter by up to 50.
   */
  confirm(socket: WebSocket, frames: number): boolean {
    const sent = this.#sentTo(socket)
    if (frames > sent + SENT_PERSISTED_EVERY) return false
    this.#sent.set(socket, Math.max(sent, frames))
    const confirmed = Math.max(readAttachment(socket).confirmed, frames)
    changeAttachment(socket, { sent: Math.max(sent, frames), confirmed })
    return true
  }

  /** False if the frame was not sent; the next one would not be either. */
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

/**
 * Packs messages into frames, in order: one alone is a frame, several share an array up to a size.
 * The size is bounded because the unconfirmed window counts frames.
 */
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
