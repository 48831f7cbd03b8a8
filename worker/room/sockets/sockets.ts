import { LIMITS } from '#contract/limits.ts'
import type {
  CloseName,
  EndReason,
  HistoryQuestion,
  ResumePoint,
  ServerMessage,
} from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import type { Refusal } from '#contract/refusals.ts'
import { toRefused } from '#contract/refusals.ts'
import { log } from '#worker/log.ts'
import { isOpen, lastPingAt } from '#worker/object-sockets.ts'
import { isStorageFull } from '#worker/object-sql.ts'
import type { OpenPage } from '#worker/policy/visit-at.ts'
import { countsUntil } from '#worker/policy/visit-at.ts'
import type { Networks } from '#worker/room/rpc.ts'
import type { Attachment } from './attachment.ts'
import { attach, changeAttachment, readAttachment } from './attachment.ts'
import type { Backpressure } from './backpressure.ts'
import { NOTHING_SENT } from './backpressure.ts'

/** The tag of every page's socket. A board's socket has another tag. */
const TAG = 'page'
export interface Page extends OpenPage {
  /** Pages were told that this person is away. */
  sentAway: boolean
}

const NO_PAGES: readonly Page[] = []

/** Tags name the person, so that a message loads only the sockets that it concerns. */
export class Sockets {
  readonly #ctx: DurableObjectState
  readonly #onClosedHere: (socket: WebSocket, code: number) => void
  readonly #backpressure: Backpressure
  /** An upper bound: recounted when the limit is reached, not lowered by a close. */
  #openAtMost: number | null = null
  /** A message asks for the sockets of two people. A list with a closed socket is read again. */
  readonly #byPerson = new Map<string, readonly WebSocket[]>()
  /** Kept until the running handler returns, because one event reads all sockets several times. */
  #open: readonly WebSocket[] | null = null
  #pages: ReadonlyMap<string, readonly Page[]> | null = null

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
    of: Omit<Attachment, 'hidden' | 'gone' | keyof typeof NOTHING_SENT>,
  ): void {
    if (this.#openAtMost !== null) this.#openAtMost += 1
    this.#forget()
    this.#ctx.acceptWebSocket(socket, [of.personId, TAG])
    this.#byPerson.delete(of.personId)
    const fresh = { hidden: false, gone: false }
    attach(socket, { ...of, ...fresh, ...NOTHING_SENT })
    this.#backpressure.begin(socket)
  }

  /** The socket stops counting at once, whether or not its client answers the close. */
  close(socket: WebSocket, reason: CloseName): void {
    this.#forget()
    socket.close(CLOSE[reason], reason)
    this.#onClosedHere(socket, CLOSE[reason])
  }

  /** For an upgrade that failed after it was accepted: its client never receives this socket. */
  lose(socket: WebSocket): void {
    this.#forget()
    this.#onClosedHere(socket, CLOSE.outOfSync)
  }

  end(personId: string, reason: EndReason): void {
    this.#forget()
    for (const socket of this.of(personId)) {
      // A socket that is marked as gone starts no grace when it closes.
      changeAttachment(socket, { gone: true })
      socket.close(CLOSE.visitEnded, reason)
    }
    // Nobody asks for an ended visit again, so its sockets would stay until the room sleeps.
    this.#byPerson.delete(personId)
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

  /** `changeAttachment`, for what `pageOf` says. */
  changePage(socket: WebSocket, changes: Partial<Pick<Attachment, 'hidden' | 'sentAway'>>): void {
    changeAttachment(socket, changes)
    this.#pages = null
  }

  /** Includes sockets that the room has closed and whose clients do not answer. */
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

  /** The platform answers pings and keeps the time of the last one. */
  pageOf(socket: WebSocket): Page {
    const { acceptedAt, hidden, sentAway } = readAttachment(socket)
    const heardAt = lastPingAt(this.#ctx, socket)
    return { heardAt, acceptedAt, hidden, sentAway }
  }

  pagesOf(personId: string): readonly Page[] {
    return this.of(personId).map((socket) => this.pageOf(socket))
  }

  /** `pagesOf` for many people: lists all sockets once. */
  pagesOfEach(): (personId: string) => readonly Page[] {
    const open = this.all()
    this.#pages ??= this.#readPages(open)
    const pages = this.#pages
    return (personId) => pages.get(personId) ?? NO_PAGES
  }

  countsUntil(socket: WebSocket): number {
    return countsUntil(this.pageOf(socket))
  }

  #readOpen(): WebSocket[] {
    return this.#ctx.getWebSockets(TAG).filter(isOpen)
  }

  #forget(): void {
    this.#open = null
    this.#pages = null
  }

  #readPages(open: readonly WebSocket[]): ReadonlyMap<string, readonly Page[]> {
    const pages = new Map<string, Page[]>()
    for (const socket of open) {
      const { personId } = readAttachment(socket)
      const own = pages.get(personId)
      if (own) own.push(this.pageOf(socket))
      else pages.set(personId, [this.pageOf(socket)])
    }
    return pages
  }

  /** Serialises once. A dead socket does not stop the others. */
  send(sockets: Iterable<WebSocket>, message: ServerMessage): void {
    const frame = JSON.stringify(message)
    for (const socket of sockets) this.#sendFrame(socket, frame)
  }

  /** `id` of the message; null: of another frame. */
  refuse(socket: WebSocket, id: string | null, reason: Refusal, asked?: HistoryQuestion): void {
    this.send([socket], { type: 'refused', id, ...toRefused(reason), ...(asked && { asked }) })
  }

  /** Refuses a frame that threw. */
  fail(socket: WebSocket, id: string | null, error: unknown, asked?: HistoryQuestion): void {
    const isFull = isStorageFull(error)
    log(isFull ? 'storage_full' : 'frame_failed', { error })
    this.refuse(socket, id, isFull ? 'storage_full' : 'internal', asked)
  }

  /** A page that is behind misses them: see `Backpressure`. `before`: the last event before the batch. */
  sendEvents(
    sockets: Iterable<WebSocket>,
    message: Extract<ServerMessage, { type: 'events' }>,
    before: ResumePoint,
  ): void {
    const frame = JSON.stringify(message)
    for (const socket of sockets) this.#sendFrame(socket, frame, before)
  }

  sendBatches(messages: ReadonlyMap<WebSocket, readonly string[]>): void {
    for (const [socket, own] of messages) {
      if (!isOpen(socket)) continue
      for (const frame of toSharedFrames(own)) if (!this.#sendFrame(socket, frame)) break
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
