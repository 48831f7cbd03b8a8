import * as v from 'valibot'
import { WebSocket } from 'ws'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { monitorMessageSchema } from '#contract/monitor.ts'
import { PONG } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { MonitorConnection } from '#web/features/monitor/monitor-connection.ts'

/** A server's frame header: 2 bytes, and 2 or 8 more for a longer payload. */
function toFrameBytes(payload: string): number {
  const bytes = Buffer.byteLength(payload)
  return bytes + (bytes < 126 ? 2 : bytes < 65_536 ? 4 : 10)
}

/** Counts of what the board received. */
export interface Received {
  frames: number
  /** Frames that contain sections, and answers to pings. */
  sections: number
  pongs: number
  bytes: number
  changes: number
}

const NOTHING: Received = { frames: 0, sections: 0, pongs: 0, bytes: 0, changes: 0 }

export interface BoardPageOptions {
  origin: string
  /** The token of the administrator's session. */
  token: string
  /** The bars on the screen. */
  shown: readonly string[]
}

/** An administrator's page without a browser: it counts what the product's own connection receives. */
export class BoardPage {
  readonly #connection: MonitorConnection
  #received = { ...NOTHING }
  #lastChangeAt = Date.now()

  /** Resolves when the board shows what it is to show. */
  static async open(options: BoardPageOptions): Promise<BoardPage> {
    const page = new BoardPage(options)
    const { promise, resolve } = Promise.withResolvers<void>()
    page.#connection.store.subscribe(() => {
      if (page.#connection.store.getState().status === 'live') resolve()
    })
    page.#connection.show(options.shown)
    page.#connection.start()
    await promise
    return page
  }

  private constructor({ origin, token }: BoardPageOptions) {
    const page = this
    const toUrl = (path: string) => origin.replace(/^http/, 'ws') + path
    const countsUrl = toUrl(ADMIN_API.monitorSocket)
    class CountedWebSocket extends WebSocket {
      constructor(url: string, protocols: string[]) {
        const headers = { Cookie: `__Host-admin=${token}` }
        super(url, protocols, { headers, origin, perMessageDeflate: false })
      }

      override emit(event: string | symbol, ...args: unknown[]): boolean {
        if (event === 'message') page.#receive(String(args[0]), this.url.startsWith(countsUrl))
        return super.emit(event, ...args)
      }
    }
    this.#connection = new MonitorConnection({
      countsUrl,
      sectionUrl: (barId) => toUrl(address(ADMIN_API.board, { barId })),
      page: { isHidden: () => false, watch: () => () => undefined },
      WebSocket: CountedWebSocket,
      fetchBoard: () => Promise.reject(new Error('The board came without its sockets.')),
    })
  }

  /** Returns what arrived since the last call. */
  take(): Received {
    const taken = this.#received
    this.#received = { ...NOTHING }
    return taken
  }

  /** Resolves when nothing has changed for longer than a grace lasts. */
  async quiet(withinSeconds: number): Promise<void> {
    const deadline = Date.now() + withinSeconds * 1_000
    while (Date.now() - this.#lastChangeAt < TIMINGS.offlineGraceMs + 5_000) {
      if (Date.now() > deadline) throw new Error('The bars did not come to rest.')
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }

  close(): void {
    this.#connection.stop()
  }

  #receive(text: string, isCounts: boolean): void {
    this.#received.frames += 1
    this.#received.bytes += toFrameBytes(text)
    if (text === PONG) {
      this.#received.pongs += 1
      return
    }
    if (!isCounts) this.#received.sections += 1
    const changes = isCounts ? countChanges(text) : 0
    this.#received.changes += changes
    if (changes > 0) this.#lastChangeAt = Date.now()
  }
}

/** Bars whose count has changed: the sections tell the same people once more. */
function countChanges(text: string): number {
  const message = v.parse(monitorMessageSchema, JSON.parse(text))
  return message.type === 'changes' ? Object.keys(message.counts).length : 0
}
