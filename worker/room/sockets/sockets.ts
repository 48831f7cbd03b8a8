import { LIMITS } from '#contract/limits.ts'
import type { CloseName, EndReason, ResumePoint, ServerMessage } from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'
import type { Networks } from '#worker/room/rpc.ts'
import type { Attachment } from './attachment.ts'
import { attach, changeAttachment, readAttachment } from './attachment.ts'
import type { Backpressure } from './backpressure.ts'
import { NOTHING_SENT } from './backpressure.ts'

const OPEN = 1
/** Of every page: a board's socket has another. */
const TAG = 'page'

/** A client that ignores a close goes on sending. */
export function isOpen(socket: WebSocket): boolean {
  return socket.readyState === OPEN
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
  readonly #backpressure: Backpressure
  /** An upper bound: recounted when the limit is reached, not lowered by a close. */
  #openAtMost: number | null = null
  /** A message asks for those of two people. Ones that have closed since are looked for anew. */
  readonly #byPerson = new Map<string, readonly WebSocket[]>()
  /** Until the running handler has returned: one event walks all of them several times. */
  #open: readonly WebSocket[] | null = null
  #connected: { now: number; people: ReadonlyMap<string, Looking> } | null = null

  constructor(
    ctx: DurableObjectState,
    backpressure: Backpressure,
    onClosedHere: (socket: WebSocket, code: number) => void = () => {},
  ) {
    this.#ctx = ctx
    this.#backpressure = backpressure
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
    this.#forget()
    this.#ctx.acceptWebSocket(socket, [of.personId, TAG])
    this.#byPerson.delete(of.personId)
    const fresh = { hidden: false, turnedAt: of.acceptedAt, gone: false, pendingPositions: [] }
    attach(socket, { ...of, ...fresh, ...NOTHING_SENT })
    this.#backpressure.begin(socket)
  }

  /** The socket stops counting at once, whether or not its client answers the close. */
  close(socket: WebSocket, reason: CloseName): void {
    this.#forget()
    socket.close(CLOSE[reason], reason)
    this.#onClosedHere(socket, CLOSE[reason])
  }

  /** Its client never gets it, so there is nothing to close. */
  lose(socket: WebSocket): void {
    this.#forget()
    this.#onClosedHere(socket, CLOSE.outOfSync)
  }

  end(personId: string, reason: EndReason): void {
    this.#forget()
    for (const socket of this.of(personId)) {
      // Else the close event would start a grace.
      changeAttachment(socket, { gone: true })
      socket.close(CLOSE.visitEnded, reason)
    }
  }

  /** Oldest first. */
  of(personId: string): readonly WebSocket[] {
    const known = this.#byPerson.get(personId)
    if (known?.every(isOpen)) return known
    const open = this.#ctx.getWebSockets(personId).filter(isOpen)
    if (open.length > 0) this.#byPerson.set(personId, open)
    else this.#byPerson.delete(personId)
    return open
  }

  /** Loads all of them from hibernation. */
  all(): readonly WebSocket[] {
    if (!this.#open) {
      this.#open = this.#readOpen()
      queueMicrotask(() => this.#forget())
    }
    return this.#open
  }

  /** As `changeAttachment`, of what says who looks. */
  setLooking(
    socket: WebSocket,
    changes: Partial<Pick<Attachment, 'hidden' | 'turnedAt' | 'shownAway'>>,
  ): void {
    changeAttachment(socket, changes)
    this.#connected = null
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
    if ((this.#openAtMost ?? limit) >= limit) this.#openAtMost = this.#readOpen().length
    return (this.#openAtMost ?? 0) >= limit
  }

  isConnected(personId: string, now: number): boolean {
    return this.of(personId).some((socket) => this.countsUntil(socket) > now)
  }

  connectedPeople(now: number): ReadonlyMap<string, Looking> {
    const open = this.all()
    if (this.#connected?.now !== now) this.#connected = { now, people: this.#look(open, now) }
    return this.#connected.people
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

  #readOpen(): WebSocket[] {
    return this.#ctx.getWebSockets(TAG).filter(isOpen)
  }

  #forget(): void {
    this.#open = null
    this.#connected = null
  }

  #look(open: readonly WebSocket[], now: number): ReadonlyMap<string, Looking> {
    const people = new Map<string, Looking>()
    for (const socket of open) {
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

  /** Serialises once. A dead socket does not stop the others. */
  send(sockets: Iterable<WebSocket>, message: ServerMessage): void {
    const frame = JSON.stringify(message)
    for (const socket of sockets) this.#sendFrame(socket, frame)
  }

  /** A page that is behind misses them: see `Backpressure`. */
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

  /** `before`: the last event before those of the frame. */
  #sendFrame(socket: WebSocket, frame: string, before: ResumePoint | null = null): boolean {
    try {
      const verdict = this.#backpressure.take(socket, frame.length, before)
      if (verdict === 'skip') return true
      if (verdict === 'close') {
        this.close(socket, 'slowReader')
        return false
      }
      socket.send(frame)
      this.#backpressure.noteSent(socket)
      return true
    } catch (error) {
      log('socket_send_failed', { error })
      return false
    }
  }
}

/** Several messages share an array of a bounded size. Concatenated, because a join copies once more. */
export function toSharedFrames(messages: readonly string[]): string[] {
  const frames: string[] = []
  let shared = ''
  let isAlone = true
  const end = () => frames.push(isAlone ? shared : `[${shared}]`)
  for (const message of messages) {
    if (shared !== '' && shared.length + message.length < LIMITS.sharedFrameCharacters) {
      shared += `,${message}`
      isAlone = false
      continue
    }
    if (shared !== '') end()
    shared = message
    isAlone = true
  }
  if (shared !== '') end()
  return frames
}
