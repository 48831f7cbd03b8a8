import * as v from 'valibot'
import type { HistoryQuestion, RoomEvent, ServerMessage } from '#contract/protocol.ts'
import { PING, PONG, serverMessageSchema } from '#contract/protocol.ts'
import { WAIT_HANGS_AFTER_MS } from '#test/hang-limits.ts'

const ABNORMAL = 1006
/** A checkpoint comes alone: nothing else is parsed for it. */
const CHECKPOINT = '{"type":"checkpoint"'

/** An id that belongs to no person. */
export const NOBODY = '00000000-0000-4000-8000-000000000000'

/** One open WebSocket of any runtime. */
export interface Transport {
  /** False if the frame cannot leave any more. */
  send: (frame: string) => boolean
  close: (code?: number) => void
  /** Breaks the connection without a close frame. */
  reset: () => void
  /** Reads nothing until `resume`. */
  pause?: () => void
  resume?: () => void
}

export interface TransportEvents {
  onFrame: (frame: string) => void
  /** Once. 1006 if the connection broke. */
  onClose: (code: number, reason: string) => void
}

export interface RoomSocketOptions {
  onMessage?: (message: ServerMessage) => void
  /** Every frame as it came, pongs too, after its messages. Not if one of those broke the connection. */
  onFrame?: (frame: string) => void
  onClose?: (code: number) => void
  /** Keeps what came in `raw` and `frames`. On by default. */
  records?: boolean
  /** Answers the room's checkpoints, as pages do. On by default. */
  confirms?: boolean
  /** No pings by default. */
  pingEveryMs?: number
  /** Breaks the connection if nothing comes within this time after a ping. */
  answerWithinMs?: number
}

const sharedFrameSchema = v.pipe(v.array(serverMessageSchema), v.minLength(2))

type Of<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>

/** One connection to a room, over the transport of any runtime. */
export class RoomSocket {
  readonly frames: ServerMessage[] = []
  /** Pongs included. */
  readonly raw: string[] = []
  closed: { code: number; reason: string } | null = null
  readonly #options: RoomSocketOptions
  readonly #waiting: (() => void)[] = []
  #transport: Transport | null = null
  #stopPings = () => {}
  /** Cancels the wait for a pong, or is null. */
  #endAwaiting: (() => void) | null = null

  private constructor(options: RoomSocketOptions) {
    this.#options = options
  }

  /** Rejects as `open` does, if the upgrade is not granted. */
  static async open(
    open: (events: TransportEvents) => Transport | Promise<Transport>,
    options: RoomSocketOptions = {},
  ): Promise<RoomSocket> {
    const socket = new RoomSocket(options)
    socket.#transport = await open({
      onFrame: (frame) => socket.#hear(frame),
      onClose: (code, reason) => socket.#end(code, reason),
    })
    if (options.pingEveryMs !== undefined) {
      const pings = setInterval(() => socket.#ping(), options.pingEveryMs)
      socket.#stopPings = () => clearInterval(pings)
    }
    return socket
  }

  /** Checks nothing, and sends a text as it is. False if it cannot leave any more. */
  send(message: object | string): boolean {
    const frame = typeof message === 'string' ? message : JSON.stringify(message)
    return this.#transport?.send(frame) ?? false
  }

  close(code = 1000): void {
    this.#transport?.close(code)
  }

  /** Gone without a word: nothing is heard any more. */
  reset(): void {
    this.#transport?.reset()
    this.#end(ABNORMAL, '')
  }

  pause(): void {
    this.#transport?.pause?.()
  }

  resume(): void {
    this.#transport?.resume?.()
  }

  /** Waits for the first frame or the close. */
  opened(): Promise<unknown> {
    return this.until(() => this.closed ?? this.frames[0])
  }

  all<T extends ServerMessage['type']>(type: T): Of<T>[] {
    return this.frames.filter((frame): frame is Of<T> => frame.type === type)
  }

  /** The first message of a type, or the first that fits; waits for it. */
  get<T extends ServerMessage['type']>(type: T, fits: (frame: Of<T>) => boolean = () => true) {
    return this.until(() => this.all(type).find(fits))
  }

  events() {
    return this.all('events').flatMap((frame) => frame.events)
  }

  /** The first event of a kind; waits for it. */
  event(kind: RoomEvent['kind']) {
    return this.until(() => this.events().find((event) => event.kind === kind))
  }

  /** Waits for the close. */
  async closeCode(): Promise<number> {
    return (await this.until(() => this.closed)).code
  }

  /** Waits until something is true of what came. */
  async until<T>(look: () => T | null | undefined | false): Promise<T> {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      this.#wake()
    }, WAIT_HANGS_AFTER_MS)
    try {
      for (;;) {
        const found = look()
        if (found) return found
        if (isLate)
          throw new Error(
            `Not seen within ${WAIT_HANGS_AFTER_MS} ms: ${look} in ${this.raw.join('\n')}`,
          )
        await new Promise<void>((resolve) => this.#waiting.push(resolve))
      }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Resolves once the room has handled everything that was sent before. */
  async settle(): Promise<void> {
    const answers = this.all('read').length
    this.send({ type: 'read', personId: NOBODY, through: 0 })
    await this.until(() => this.all('read').length > answers)
  }

  /** Asks for a page of a conversation, and waits for its answer. */
  async history(
    personId: string,
    place: Omit<HistoryQuestion, 'personId'> = {},
  ): Promise<Of<'history'> | Of<'refused'>> {
    const known = this.frames.length
    this.send({ type: 'history', personId, ...place })
    return this.until(() =>
      this.frames
        .slice(known)
        .find(
          (frame) =>
            (frame.type === 'history' && frame.personId === personId) ||
            (frame.type === 'refused' && frame.asked?.personId === personId),
        ),
    ) as Promise<Of<'history'> | Of<'refused'>>
  }

  #hear(frame: string): void {
    if (this.closed) return
    this.#stopAwaiting()
    const { records = true, confirms = true, onFrame, onMessage } = this.#options
    if (records) this.raw.push(frame)
    if (frame !== PONG) {
      if (confirms && frame.startsWith(CHECKPOINT))
        this.send({ type: 'confirm', token: JSON.parse(frame).token })
      const messages = records || onMessage ? parseFrame(frame) : []
      if (records) this.frames.push(...messages)
      // A listener may break the connection. The rest of the frame is then lost with it.
      for (const message of messages) if (!this.closed) onMessage?.(message)
    }
    if (!this.closed) onFrame?.(frame)
    this.#wake()
  }

  #end(code: number, reason: string): void {
    if (this.closed) return
    this.#stopPings()
    this.#stopAwaiting()
    this.closed = { code, reason }
    this.#options.onClose?.(code)
    this.#wake()
  }

  #ping(): void {
    this.send(PING)
    const { answerWithinMs } = this.#options
    // The wait begins at the first unanswered ping.
    if (answerWithinMs === undefined || this.#endAwaiting) return
    const due = setTimeout(() => this.reset(), answerWithinMs)
    this.#endAwaiting = () => clearTimeout(due)
  }

  #stopAwaiting(): void {
    this.#endAwaiting?.()
    this.#endAwaiting = null
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

/** Throws if the server breaks the contract. */
function parseFrame(frame: string): ServerMessage[] {
  const json: unknown = JSON.parse(frame)
  return Array.isArray(json)
    ? v.parse(sharedFrameSchema, json)
    : [v.parse(serverMessageSchema, json)]
}
