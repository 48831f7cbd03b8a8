import * as v from 'valibot'
import { WebSocket } from 'ws'
import { ADMIN_API, toBoard, toMonitor } from '#contract/admin-paths.ts'
import { monitorBoardSchema, monitorMessageSchema } from '#contract/monitor.ts'
import { PONG } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { MonitorState } from '#web/features/monitor/monitor-connection.ts'
import { MonitorConnection } from '#web/features/monitor/monitor-connection.ts'
import { nodeNetwork } from './node-network.ts'

/** A server's frame header: 2 bytes, and 2 or 8 more for a longer payload. */
function toFrameBytes(payload: string): number {
  const bytes = Buffer.byteLength(payload)
  return bytes + (bytes < 126 ? 2 : bytes < 65_536 ? 4 : 10)
}

/** What came of the board. */
export interface Received {
  frames: number
  /** Of the frames: those of sections, and the answers to pings. */
  sections: number
  pongs: number
  bytes: number
  changes: number
}

const NOTHING: Received = { frames: 0, sections: 0, pongs: 0, bytes: 0, changes: 0 }

export interface BoardPageOptions {
  origin: string
  /** Of the administrator's session. */
  token: string
  /** The bars on the screen. */
  shown: readonly string[]
  /** Without sockets it asks every 3 s. */
  hasSockets?: boolean
}

/** An administrator's page without a browser: the product's own connection. What comes is counted. */
export class BoardPage {
  /** The share of frames that do not reach the page. */
  loses = 0
  lost = 0
  /** The answers that came without sockets. */
  readonly answers: { bytes: number; ms: number }[] = []
  readonly #connection: MonitorConnection
  #received = { ...NOTHING }
  #lastChangeAt = Date.now()
  /** When somebody came into a bar where nobody was online. */
  readonly #came = new Map<string, number>()
  readonly #behindMs: number[] = []

  /** Resolves when the board shows what it is to show. */
  static async open(options: BoardPageOptions): Promise<BoardPage> {
    const page = new BoardPage(options)
    const { promise, resolve } = Promise.withResolvers<void>()
    page.#connection.store.subscribe(() => {
      if (['live', 'polling'].includes(page.#state.status)) resolve()
      page.#look()
    })
    page.#connection.show(options.shown)
    page.#connection.start()
    await promise
    return page
  }

  private constructor({ origin, token, hasSockets = true }: BoardPageOptions) {
    const page = this
    class CountedWebSocket extends WebSocket {
      constructor(url: string, protocols: string[]) {
        const headers = { Cookie: `__Host-admin=${token}` }
        super(hasSockets ? url : 'ws://127.0.0.1:1', protocols, {
          ...{ headers, origin, perMessageDeflate: false },
        })
      }

      override emit(event: string | symbol, ...args: unknown[]): boolean {
        if (event === 'message' && !page.#receive(String(args[0]))) return false
        return super.emit(event, ...args)
      }
    }
    const toUrl = (path: string) => origin.replace(/^http/, 'ws') + path
    const { send } = nodeNetwork(() => origin)
    this.#connection = new MonitorConnection({
      countsUrl: toUrl(ADMIN_API.monitorSocket),
      sectionUrl: (barId) => toUrl(toBoard(barId)),
      page: { isHidden: () => false, watch: () => () => undefined },
      WebSocket: CountedWebSocket,
      fetchBoard: async (barIds, known) => {
        const askedAt = performance.now()
        const headers = { Cookie: `__Host-admin=${token}` }
        const tagged = known ? { ...headers, 'If-None-Match': `"${known}"` } : headers
        const answer = await send(toMonitor(barIds), { method: 'GET', headers: tagged })
        const text = await answer.text()
        this.answers.push({ bytes: Buffer.byteLength(text), ms: performance.now() - askedAt })
        if (answer.status === 304) return null
        if (!answer.ok) throw new Error(`No board: ${answer.status} ${text}`)
        return v.parse(monitorBoardSchema, JSON.parse(text))
      },
    })
  }

  /** What came since the last call. */
  take(): Received {
    const taken = this.#received
    this.#received = { ...NOTHING }
    return taken
  }

  /** How long the board knew nothing of those who came, since the last call, in milliseconds. */
  takeBehind(): number[] {
    return this.#behindMs.splice(0)
  }

  /** Somebody comes into this bar now, where nobody is online. */
  noteComing(barId: string): void {
    this.#came.set(barId, performance.now())
  }

  /** Resolves when nothing has changed for longer than a grace lasts. */
  async quiet(withinSeconds: number): Promise<void> {
    const deadline = Date.now() + withinSeconds * 1_000
    while (Date.now() - this.#lastChangeAt < TIMINGS.offlineGraceMs + 5_000) {
      if (Date.now() > deadline) throw new Error('The bars did not come to rest.')
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }

  /** The bars of which the other one shows another number. */
  differsFrom(other: BoardPage): string[] {
    const [rooms, others] = [this.#rooms, other.#rooms]
    return [...new Set([...rooms.keys(), ...others.keys()])].filter((barId) => {
      const [one, another] = [rooms.get(barId), others.get(barId)]
      return one?.online !== another?.online || one?.total !== another?.total
    })
  }

  close(): void {
    this.#connection.stop()
  }

  get #state(): MonitorState {
    return this.#connection.store.getState()
  }

  get #rooms() {
    return this.#state.board?.rooms ?? new Map()
  }

  /** False if the frame is lost. */
  #receive(text: string): boolean {
    this.#received.frames += 1
    if (text === PONG) this.#received.pongs += 1
    if (text.startsWith('{"number"')) this.#received.sections += 1
    this.#received.bytes += toFrameBytes(text)
    const changes = countChanges(text)
    this.#received.changes += changes
    if (changes > 0) this.#lastChangeAt = Date.now()
    const isLost = Math.random() < this.loses
    if (isLost) this.lost += 1
    return !isLost
  }

  #look(): void {
    for (const [barId, at] of this.#came) {
      if (!this.#rooms.get(barId)?.online) continue
      this.#behindMs.push(performance.now() - at)
      this.#came.delete(barId)
    }
  }
}

/** Bars whose count has changed: the sections tell the same people once more. */
function countChanges(text: string): number {
  if (!text.startsWith('{"type"')) return 0
  const message = v.parse(monitorMessageSchema, JSON.parse(text))
  return message.type === 'changes' ? Object.keys(message.counts).length : 0
}
