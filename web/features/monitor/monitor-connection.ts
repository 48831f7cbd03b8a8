import * as v from 'valibot'
import type { BoardMessage } from '#contract/board.ts'
import { BOARD_SUBPROTOCOL } from '#contract/board.ts'
import type { HelpShown } from '#contract/help.ts'
import { LIMITS } from '#contract/limits.ts'
import type { BoardState, CallCounts, MonitorBoard } from '#contract/monitor.ts'
import { MONITOR_SUBPROTOCOL, monitorMessageSchema } from '#contract/monitor.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { saysSignedOut } from '#web/api/admin-call.ts'
import type { SocketOptions } from '#web/socket/reconnecting-socket.ts'
import { ReconnectingSocket } from '#web/socket/reconnecting-socket.ts'
import { Store } from '#web/socket/store.ts'
import type { Arrivals } from './arrivals.ts'
import { arrivalsBetween, arrivalsIn } from './arrivals.ts'
import type { Board } from './board.ts'
import {
  NOTHING,
  withAllCounts,
  withChanges,
  withCounts,
  withoutRoom,
  withPeople,
  withSections,
} from './board.ts'
import { Poller } from './poller.ts'
import { Sections } from './sections.ts'

export interface MonitorConnectionOptions
  extends Omit<SocketOptions, 'protocols' | 'url' | 'pingEveryMs'> {
  /** Of the counts of all bars, for administrators. Others have the sections of their bars alone. */
  countsUrl: string | null
  sectionUrl: (barId: string) => string
  fetchBoard: (barIds: readonly string[], known: string | null) => Promise<MonitorBoard | null>
}

export interface MonitorState {
  /** `live`: by sockets. `polling`: every 3 s. `offline`: neither for now. `ended`: signed out. */
  status: 'connecting' | 'live' | 'polling' | 'offline' | 'ended'
  board: Board | null
  /** Bars with unresolved calls for help, of all bars that the monitor counts. */
  calling: readonly string[]
}

const frameSchema = v.pipe(v.string(), v.parseJson(), monitorMessageSchema)

const INITIAL_STATE: MonitorState = { status: 'connecting', board: null, calling: [] }

/** One-time events, not state: for toasts and the help desk. */
export type MonitorIncident =
  | { type: 'arrivals'; arrivals: Arrivals }
  /** The bar list has changed, or may have changed during an outage. */
  | { type: 'barListChanged' }
  | { type: 'loadFailed' }
  | { type: 'signedOut' }
  | { type: 'section'; barId: string; frame: BoardMessage }
  /** What a section without a socket would have been told. */
  | { type: 'polledSection'; room: BoardState }
  /** Nothing of this bar comes any more, for now. */
  | { type: 'lostSection'; barId: string }

/**
 * The board: a socket of each room whose section is shown, and for administrators one of the monitor,
 * with the counts of all. While one of them is not open the page asks every 3 s. A lost frame costs a
 * reconnect.
 */
export class MonitorConnection {
  readonly store = new Store<MonitorState, Partial<MonitorState>>(
    INITIAL_STATE,
    (state, change) => ({ ...state, ...change }),
  )
  readonly #options: MonitorConnectionOptions
  readonly #poller: Poller
  readonly #sections: Sections
  readonly #listeners = new Set<(incident: MonitorIncident) => void>()
  #counts: ReconnectingSocket | null = null
  /** That the next frame with counts has; 0 before the first one. */
  #number = 0
  #calls: CallCounts = {}
  #isStarted = false
  #shown: readonly string[] = []
  /** The tag of the answer that the board still shows. */
  #known: string | null = null
  /** Sections that the last answer said nothing of. */
  #unanswered: ReadonlySet<string> = new Set()
  /** What the staff have answered from here. */
  #answers = 0

  constructor(options: MonitorConnectionOptions) {
    this.#options = options
    this.#poller = new Poller({
      fetch: (signal) => this.#ask(this.#sections.waiting, this.#known, signal),
      // One poll may only bridge a short reconnect: no notice yet.
      onAnswer: (round) => {
        if (this.#isLive) this.#settle()
        else if (round > 1) this.#setStatus('polling')
      },
      onFailure: (error, failures) => this.#pollFailed(error, failures),
    })
    const { countsUrl, sectionUrl } = options
    // The counts tell of a dead connection first, so that sections ping less often.
    const pinging = countsUrl ? { pingEveryMs: TIMINGS.sectionPingEveryMs } : {}
    this.#sections = new Sections(
      (barId, callbacks) =>
        new ReconnectingSocket(
          { ...options, ...pinging, url: sectionUrl(barId), protocols: [BOARD_SUBPROTOCOL] },
          callbacks,
        ),
      {
        onFrame: (barId, frame) => this.#handleSection(barId, frame),
        onLost: (barId, code, wasLive) => {
          if (wasLive) this.#reportLost([barId])
          const board = this.#board
          if (code === CLOSE.accessChanged && board) this.#show(withoutRoom(board, barId))
          this.#handleClose(code)
        },
      },
    )
  }

  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    const { countsUrl } = this.#options
    if (countsUrl) this.#openCounts(countsUrl)
    this.#sections.show(this.#shown)
    this.#poller.start(countsUrl ? TIMINGS.monitorPollMs : 0)
  }

  stop(): void {
    this.#isStarted = false
    this.#poller.stop()
    this.#sections.show([])
    this.#counts?.close()
    this.#counts = null
    this.#number = 0
  }

  /** The sections to open. Of the others only counts are known. */
  show(barIds: readonly string[]): void {
    this.#shown = barIds.slice(0, LIMITS.boardSections)
    if (this.#board) this.#show(withSections(this.#board, this.#shown))
    if (!this.#isStarted) return
    this.#sections.show(this.#shown)
    this.#settle()
  }

  /** False if it was not sent. */
  send(barId: string, shown: HelpShown): boolean {
    return this.#sections.send(barId, shown)
  }

  /** Whatever was asked for before is older than what the staff have just answered. */
  noteAnswered(): void {
    this.#answers += 1
  }

  onIncident(listener: (incident: MonitorIncident) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Requests everything that is shown. False on failure. */
  async refresh(): Promise<boolean> {
    try {
      await this.#ask(this.#shown, null)
      return true
    } catch (error) {
      if (saysSignedOut(error)) this.#end()
      else this.#emit({ type: 'loadFailed' })
      return false
    }
  }

  get #board(): Board | null {
    return this.store.getState().board
  }

  get #isLive(): boolean {
    const hasCounts = this.#options.countsUrl ? this.#number > 0 : this.#board !== null
    return hasCounts && this.#sections.waiting.length === 0
  }

  #openCounts(url: string): void {
    this.#counts = new ReconnectingSocket(
      { ...this.#options, url, protocols: [MONITOR_SUBPROTOCOL] },
      {
        onMessage: (data) => this.#handleCounts(data),
        onClose: (code) => {
          this.#number = 0
          for (const barId of this.#shown) this.#sections.check(barId)
          this.#handleClose(code)
        },
      },
    )
  }

  #handleClose(code: number): void {
    if (code === CLOSE.sessionEnded) return this.#end()
    if (code === CLOSE.pageClosed) return
    if (code === CLOSE.accessChanged) this.#emit({ type: 'barListChanged' })
    this.#settle()
  }

  #handleCounts(data: unknown): void {
    const { output: message, success } = v.safeParse(frameSchema, data)
    if (!success) return
    switch (message.type) {
      case 'snapshot':
        this.#number = message.number + 1
        this.#showCounts(withAllCounts, message)
        this.#showCalling(message.calls)
        return this.#settle()
      case 'still':
        if (message.number !== this.#number - 1) this.#startOver()
        return
      case 'changes': {
        if (message.number !== this.#number) return this.#startOver()
        this.#number += 1
        this.#showCounts(withCounts, message)
        this.#showCalling({ ...this.#calls, ...message.calls })
        return
      }
    }
  }

  #startOver(): void {
    this.#number = 0
    this.#counts?.reconnect()
    this.#settle()
  }

  #handleSection(barId: string, frame: BoardMessage): void {
    const board = this.#board ?? NOTHING
    this.#known = null
    switch (frame.type) {
      case 'people':
        this.#showPeople(barId, frame)
        this.#settle()
        break
      case 'changes':
        this.#show(withChanges(board, barId, frame))
        this.#emit({ type: 'arrivals', arrivals: arrivalsIn(barId, frame) })
        break
    }
    this.#emit({ type: 'section', barId, frame })
  }

  #showCounts(
    apply: typeof withCounts,
    { counts, barList }: Pick<MonitorBoard, 'counts' | 'barList'>,
  ): void {
    const isLive = (barId: string) => this.#sections.isLive(barId)
    const board = apply(this.#board ?? NOTHING, counts, barList, isLive)
    this.#show(board)
    for (const [barId, [online, total]] of Object.entries(counts)) {
      const room = board.rooms.get(barId)
      // Its section's frame is on its way, or its connection is dead.
      if (room?.online !== online || room.total !== total) this.#sections.check(barId)
    }
  }

  #showCalling(calls: CallCounts): void {
    this.#calls = calls
    const calling = Object.keys(calls).filter((barId) => calls[barId])
    const before = this.store.getState().calling
    if (calling.join() !== before.join()) this.store.dispatch({ calling })
  }

  #showPeople(
    barId: string,
    { people, isUnattended }: Pick<BoardState, 'people' | 'isUnattended'>,
  ): void {
    const board = this.#board ?? NOTHING
    this.#show(withPeople(board, barId, people, isUnattended))
    const before = board.rooms.get(barId)?.people
    this.#emit({ type: 'arrivals', arrivals: arrivalsBetween(barId, before, people) })
  }

  async #ask(barIds: readonly string[], known: string | null, signal?: AbortSignal): Promise<void> {
    const before = new Map(barIds.map((barId) => [barId, this.#sections.numberOf(barId)]))
    const answers = this.#answers
    const answer = await this.#options.fetchBoard(barIds, known)
    if (!answer || signal?.aborted || answers !== this.#answers) return
    // What a section has said meanwhile is newer.
    const isOlder = (barId: string) => this.#sections.numberOf(barId) !== before.get(barId)
    if (this.#number === 0) {
      this.#showCounts(withAllCounts, answer)
      this.#showCalling(answer.calls)
    }
    for (const room of answer.rooms) if (!isOlder(room.barId)) this.#showPolled(room)
    this.#known = answer.tag
    this.#noteUnanswered(barIds, answer)
  }

  /** A list that is older than the board may have bars that one no longer sees. */
  #noteUnanswered(barIds: readonly string[], { rooms }: MonitorBoard): void {
    const answered = new Set(rooms.map(({ barId }) => barId))
    const unanswered = new Set(barIds.filter((barId) => !answered.has(barId)))
    const isNew = [...unanswered].some((barId) => !this.#unanswered.has(barId))
    this.#unanswered = unanswered
    if (isNew) this.#emit({ type: 'barListChanged' })
  }

  #showPolled(room: BoardState): void {
    this.#showPeople(room.barId, room)
    if (!this.#sections.isLive(room.barId)) this.#emit({ type: 'polledSection', room })
  }

  #reportLost(barIds: readonly string[]): void {
    this.#known = null
    for (const barId of barIds) this.#emit({ type: 'lostSection', barId })
  }

  #show(board: Board): void {
    const before = this.#board
    this.store.dispatch({ board })
    if (before?.barList && before.barList !== board.barList) this.#emit({ type: 'barListChanged' })
  }

  /** Asks while something is not open. */
  #settle(): void {
    if (!this.#isStarted) return
    if (!this.#isLive) return this.#poller.start(TIMINGS.monitorPollMs)
    this.#poller.stop()
    this.#setStatus('live')
  }

  #pollFailed(error: unknown, failures: number): void {
    if (saysSignedOut(error)) return this.#end()
    // With a board on screen one failure may be brief. An empty screen needs its reason at once.
    if (failures === (this.#board ? 2 : 1)) {
      this.#setStatus('offline')
      this.#reportLost(this.#sections.waiting)
      this.#emit({ type: 'loadFailed' })
    }
  }

  #setStatus(status: MonitorState['status']): void {
    if (this.store.getState().status !== status) this.store.dispatch({ status })
  }

  #end(): void {
    this.stop()
    this.#setStatus('ended')
    this.#emit({ type: 'signedOut' })
  }

  #emit(incident: MonitorIncident): void {
    for (const listener of this.#listeners) listener(incident)
  }
}
