import * as v from 'valibot'
import { LIMITS } from '#contract/limits.ts'
import type { CloseName, EndReason, ResumePoint, ServerMessage } from '#contract/protocol.ts'
import { CLOSE, resumePointSchema } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'
import type { Networks } from './rpc.ts'

/** Survives hibernation. The platform allows 16,384 bytes; this is about 250. */
const attachmentSchema = v.object({
  personId: v.string(),
  secretHash: v.string(),
  acceptedAt: v.number(),
  hidden: v.boolean(),
  /** When `hidden` last changed. */
  turnedAt: v.optional(v.number(), 0),
  /** Pages were told that this person is away. */
  shownAway: v.optional(v.boolean(), false),
  /** Already disconnected. Its frames are ignored. */
  gone: v.boolean(),
  /** The monitor asks how many are here; null: unknown. */
  isWatched: v.nullable(v.boolean()),
  /** UTF-16 units sent before the checkpoint that is not confirmed yet, and since. */
  beforeCheckpoint: v.number(),
  sinceCheckpoint: v.number(),
  /** The checkpoint's; null: the page has confirmed it. */
  token: v.nullable(v.string()),
  /** The last event before those that this page has missed; null: none. */
  missedFrom: v.nullable(resumePointSchema),
  /** Conversation ids and message numbers. */
  pendingPositions: v.array(v.tuple([v.string(), v.number()])),
  sharesFrames: v.optional(v.boolean(), false),
  network: v.optional(v.string(), ''),
  wideNetwork: v.optional(v.nullable(v.string()), null),
})
export type Attachment = v.InferOutput<typeof attachmentSchema>

const OPEN = 1
/** Of every page: a board's socket has another. */
const TAG = 'page'
/** Assumed for each wake: what was sent after the attachment was written is not known. */
const WAKE_UNITS = LIMITS.checkpointUnits / 4

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

/** In memory; the attachment gets it at each checkpoint. */
interface Unconfirmed
  extends Pick<Attachment, 'beforeCheckpoint' | 'sinceCheckpoint' | 'token' | 'missedFrom'> {
  frames: number
  /** `sinceCheckpoint` at which the next one is due. */
  dueAt: number
}

/** Of a connected person. */
interface Looking {
  /** Every page of theirs. */
  isHidden: boolean
  /** Pages were told that they are away. */
  shownAway: boolean
  turnedAt: number
}

/** Tags name the person, so that a message loads only the sockets that it concerns. */
export class Sockets {
  readonly #ctx: DurableObjectState
  readonly #onClosedHere: (socket: WebSocket, code: number) => void
  readonly #unconfirmed = new WeakMap<WebSocket, Unconfirmed>()
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
    of: Omit<
      Attachment,
      'hidden' | 'turnedAt' | 'gone' | 'pendingPositions' | keyof typeof NOTHING_SENT
    >,
  ): void {
    if (this.#openAtMost !== null) this.#openAtMost += 1
    this.#ctx.acceptWebSocket(socket, [of.personId, TAG])
    const fresh = { hidden: false, turnedAt: of.acceptedAt, gone: false, pendingPositions: [] }
    attach(socket, { ...of, ...fresh, ...NOTHING_SENT })
    this.#unconfirmed.set(socket, { ...NOTHING_SENT, frames: 0, dueAt: LIMITS.checkpointUnits })
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
    return this.#ctx.getWebSockets(TAG).filter(isOpen)
  }

  /** Also those that the room has closed and whose clients do not answer. */
  attached(): Attachment[] {
    return this.#ctx.getWebSockets(TAG).map(readAttachment)
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

  connectedPeople(now: number): ReadonlyMap<string, Looking> {
    const people = new Map<string, Looking>()
    for (const socket of this.all()) {
      if (this.countsUntil(socket) <= now) continue
      const { personId, hidden, shownAway, turnedAt } = readAttachment(socket)
      const other = people.get(personId)
      people.set(personId, {
        isHidden: hidden && other?.isHidden !== false,
        shownAway,
        turnedAt: Math.max(turnedAt, other?.turnedAt ?? 0),
      })
    }
    return people
  }

  /** Null without a socket that counts. */
  areHidden(personId: string, now: number): boolean | null {
    const counting = this.of(personId).filter((socket) => this.countsUntil(socket) > now)
    return counting.length === 0 ? null : counting.every((socket) => readAttachment(socket).hidden)
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

  /** A page that is behind misses them: see `confirm`. */
  sendEvents(
    sockets: Iterable<WebSocket>,
    message: Extract<ServerMessage, { type: 'events' }>,
  ): void {
    const frame = JSON.stringify(message)
    const { epoch, number, events } = message
    const before = { epoch, number: number - events.length }
    for (const socket of sockets) this.#sendFrame(socket, frame, before)
  }

  sendBatches(messages: ReadonlyMap<WebSocket, readonly string[]>): void {
    for (const [socket, own] of messages) {
      if (!isOpen(socket)) continue
      const frames = readAttachment(socket).sharesFrames ? toSharedFrames(own) : own
      for (const frame of frames) if (!this.#sendFrame(socket, frame)) break
    }
  }

  /** The page answers with a token that only this socket has carried: it has read up to here. */
  sendCheckpoint(socket: WebSocket): void {
    this.#checkpoint(socket, this.#unconfirmedOf(socket))
  }

  /** False for a token that is not this socket's. */
  confirm(socket: WebSocket, token: string): boolean {
    const unconfirmed = this.#unconfirmedOf(socket)
    if (unconfirmed.token !== token) return false
    unconfirmed.token = null
    unconfirmed.beforeCheckpoint = 0
    if (unconfirmed.sinceCheckpoint >= LIMITS.checkpointUnits) this.#checkpoint(socket, unconfirmed)
    else this.#persist(socket, unconfirmed)
    return true
  }

  /** Where the page must resume, once it is no longer behind. Null if it has missed nothing. */
  takeMissed(socket: WebSocket): ResumePoint | null {
    const unconfirmed = this.#unconfirmedOf(socket)
    const { missedFrom } = unconfirmed
    if (!missedFrom || isBehind(unconfirmed)) return null
    unconfirmed.missedFrom = null
    this.#persist(socket, unconfirmed)
    return missedFrom
  }

  /** `before`: the last event before those of the frame. */
  #sendFrame(socket: WebSocket, frame: string, before: ResumePoint | null = null): boolean {
    try {
      const unconfirmed = this.#unconfirmedOf(socket)
      if (before && this.#misses(socket, unconfirmed, before)) return true
      unconfirmed.sinceCheckpoint += frame.length
      unconfirmed.frames += 1
      const { beforeCheckpoint, sinceCheckpoint, frames, dueAt } = unconfirmed
      // workerd has no `bufferedAmount`.
      if (beforeCheckpoint + sinceCheckpoint > LIMITS.unconfirmedUnits) {
        this.close(socket, 'slowReader')
        return false
      }
      socket.send(frame)
      if (sinceCheckpoint >= dueAt || frames >= LIMITS.checkpointFrames) {
        this.#checkpoint(socket, unconfirmed)
      }
      return true
    } catch (error) {
      log('socket_send_failed', { error })
      return false
    }
  }

  #misses(socket: WebSocket, unconfirmed: Unconfirmed, before: ResumePoint): boolean {
    if (unconfirmed.missedFrom) return true
    if (!isBehind(unconfirmed)) return false
    unconfirmed.missedFrom = before
    this.#persist(socket, unconfirmed)
    return true
  }

  /** One token at a time is on its way. */
  #checkpoint(socket: WebSocket, unconfirmed: Unconfirmed): void {
    if (unconfirmed.token === null) {
      const token = crypto.randomUUID()
      const beforeCheckpoint = unconfirmed.beforeCheckpoint + unconfirmed.sinceCheckpoint
      Object.assign(unconfirmed, { token, beforeCheckpoint, sinceCheckpoint: 0 })
      socket.send(JSON.stringify({ type: 'checkpoint', token } satisfies ServerMessage))
    }
    unconfirmed.frames = 0
    unconfirmed.dueAt = unconfirmed.sinceCheckpoint + LIMITS.checkpointUnits
    this.#persist(socket, unconfirmed)
  }

  #unconfirmedOf(socket: WebSocket): Unconfirmed {
    const known = this.#unconfirmed.get(socket)
    if (known) return known
    const { beforeCheckpoint, token, missedFrom, ...attachment } = readAttachment(socket)
    const sinceCheckpoint = attachment.sinceCheckpoint + WAKE_UNITS
    const dueAt = token === null ? LIMITS.checkpointUnits : sinceCheckpoint + LIMITS.checkpointUnits
    const woken = { beforeCheckpoint, sinceCheckpoint, token, missedFrom, frames: 0, dueAt }
    this.#unconfirmed.set(socket, woken)
    this.#persist(socket, woken)
    return woken
  }

  #persist(
    socket: WebSocket,
    { beforeCheckpoint, sinceCheckpoint, token, missedFrom }: Unconfirmed,
  ): void {
    changeAttachment(socket, { beforeCheckpoint, sinceCheckpoint, token, missedFrom })
  }
}

const NOTHING_SENT = { beforeCheckpoint: 0, sinceCheckpoint: 0, token: null, missedFrom: null }

function isBehind({ beforeCheckpoint, sinceCheckpoint }: Unconfirmed): boolean {
  return beforeCheckpoint + sinceCheckpoint >= LIMITS.behindUnits
}

/** Several messages share an array of a bounded size. */
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
