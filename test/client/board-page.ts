import * as v from 'valibot'
import { WebSocket } from 'ws'
import { ADMIN_API, toSectionPath } from '#contract/admin-paths.ts'
import { boardMessageSchema } from '#contract/board.ts'
import type { BoardHelp } from '#contract/help.ts'
import { monitorMessageSchema } from '#contract/monitor.ts'
import { PONG } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { WAIT_HANGS_AFTER_MS } from '#test/hang-limits.ts'
import type { MonitorIncident } from '#web/features/monitor/live-board.ts'
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
  /** Changed people in the sections. */
  people: number
  /** Numbers of bars that the monitor told anew: each is one push of a room. */
  counts: number
  /** The same for numbers of open calls, but those that say that none is left. */
  calls: number
}

const NOTHING: Received = {
  frames: 0,
  sections: 0,
  pongs: 0,
  bytes: 0,
  people: 0,
  counts: 0,
  calls: 0,
}

export interface BoardPageOptions {
  origin: string
  /** The token of the session. */
  token: string
  /** An administrator's page has the monitor's socket too. */
  isAdmin: boolean
  /** The bars on the screen, or all of an owner's. */
  shown: readonly string[]
  /** Those whose people it shows. */
  unfolded: readonly string[]
}

/**
 * A board without a browser: it counts what the product's own connection receives. Like the page, it opens
 * the rooms that call for help first, and confirms the calls that it shows.
 */
export class BoardPage {
  /** So many bytes came before the board showed everything. */
  firstBytes = 0
  readonly #connection: MonitorConnection
  readonly #options: BoardPageOptions
  /** Calls whose card somebody waits for, by id. */
  readonly #awaited = new Map<string, () => void>()
  #calling: readonly string[] = []
  #received = { ...NOTHING }
  #lastChangeAt = Date.now()

  /** Resolves when the board shows what it is to show. */
  static async open(options: BoardPageOptions): Promise<BoardPage> {
    const page = new BoardPage(options)
    const connection = page.#connection
    const { promise, resolve } = Promise.withResolvers<void>()
    connection.store.subscribe(() => {
      if (connection.store.read().status === 'live') resolve()
      page.#openCalling()
    })
    connection.onIncident((incident) => page.#note(incident))
    page.#show(options.shown)
    connection.start()
    await promise
    page.firstBytes = page.take().bytes
    return page
  }

  private constructor(options: BoardPageOptions) {
    this.#options = options
    const { origin, token, isAdmin } = options
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
      countsUrl: isAdmin ? countsUrl : null,
      sectionUrl: (barId, isFolded) => toUrl(toSectionPath(barId, isFolded)),
      page: { isHidden: () => false, watch: () => () => undefined },
      WebSocket: CountedWebSocket,
      fetchBoard: () => Promise.reject(new Error('The board came without its sockets.')),
    })
  }

  get sockets(): number {
    return this.#options.shown.length + Number(this.#options.isAdmin)
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

  /** Resolves when the board has the card of this call. Ask before the call is made. */
  async showsCall(id: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#awaited.set(id, resolve)
    const late = () => reject(new Error(`No card for the call ${id}.`))
    const timer = setTimeout(late, WAIT_HANGS_AFTER_MS)
    await promise.finally(() => clearTimeout(timer))
  }

  close(): void {
    this.#connection.stop()
  }

  #openCalling(): void {
    const { calling } = this.#connection.store.read()
    if (calling === this.#calling) return
    this.#calling = calling
    this.#show([...new Set([...calling, ...this.#options.shown])])
  }

  #show(barIds: readonly string[]): void {
    const { unfolded } = this.#options
    const folded = barIds.filter((barId) => !unfolded.includes(barId))
    this.#connection.show(barIds, folded)
  }

  #note(incident: MonitorIncident): void {
    if (incident.type !== 'section') return
    const { barId, frame } = incident
    if (frame.type === 'help') this.#showCall(barId, frame.help)
    if (frame.type !== 'people' && frame.type !== 'summary') return
    for (const call of frame.help) this.#showCall(barId, call)
  }

  #showCall(barId: string, { id, state, isSeen }: BoardHelp): void {
    this.#awaited.get(id)?.()
    if (state === 'open' && !isSeen) {
      this.#connection.send(barId, { type: 'helpShown', ids: [id], rings: true })
    }
  }

  #receive(text: string, isCounts: boolean): void {
    const received = this.#received
    received.frames += 1
    received.bytes += toFrameBytes(text)
    if (text === PONG) {
      received.pongs += 1
      return
    }
    if (!isCounts) received.sections += 1
    const before = received.people + received.counts
    if (isCounts) countPushes(text, received)
    else countPeople(text, received)
    if (received.people + received.counts > before) this.#lastChangeAt = Date.now()
  }
}

function countPushes(text: string, received: Received): void {
  const message = v.parse(monitorMessageSchema, JSON.parse(text))
  if (message.type !== 'changes') return
  received.counts += Object.keys(message.counts).length
  received.calls += Object.values(message.calls).filter((calls) => calls > 0).length
}

function countPeople(text: string, received: Received): void {
  const message = v.parse(boardMessageSchema, JSON.parse(text))
  if (message.type === 'changes') received.people += message.people.length
}
