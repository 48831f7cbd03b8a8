import type { BoardMessage } from '#contract/board.ts'
import { BOARD_SUBPROTOCOL } from '#contract/board.ts'
import type { HelpShown } from '#contract/help.ts'
import { LIMITS } from '#contract/limits.ts'
import type { BarCounts, BoardState, Counted } from '#contract/monitor.ts'
import { MONITOR_SUBPROTOCOL } from '#contract/monitor.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { saysSignedOut } from '#web/api/admin-call.ts'
import type { SocketCallbacks, SocketOptions } from '#web/socket/reconnecting-socket.ts'
import { ReconnectingSocket } from '#web/socket/reconnecting-socket.ts'
import type { BoardPollOptions } from './board-poll.ts'
import { BoardPoll } from './board-poll.ts'
import type { MonitorIncident } from './live-board.ts'
import { LiveBoard } from './live-board.ts'
import { MonitorSocket } from './monitor-socket.ts'
import { Poller } from './poller.ts'
import { Sections } from './sections.ts'

export interface MonitorConnectionOptions
  extends Omit<SocketOptions, 'protocols' | 'url' | 'pingEveryMs'> {
  /** The socket with the numbers of all bars. Null for owners and staff, who have only the sections of their bars. */
  countsUrl: string | null
  sectionUrl: (barId: string, isFolded: boolean) => string
  fetchBoard: BoardPollOptions['fetch']
}

/**
 * Merges what reaches a board into one: the sockets of the rooms whose sections are shown, for
 * administrators the one of the monitor, and while one of them is not open a poll every 3 s.
 */
export class MonitorConnection {
  readonly #live = new LiveBoard()
  readonly #options: MonitorConnectionOptions
  readonly #poller: Poller
  readonly #poll: BoardPoll
  readonly #sections: Sections
  #counts: MonitorSocket | null = null
  readonly #isKnown = (barId: string) => this.#sections.isLive(barId)
  #isStarted = false
  #shown: readonly string[] = []
  #folded: readonly string[] = []

  constructor(options: MonitorConnectionOptions) {
    this.#options = options
    this.#poller = new Poller({
      fetch: (signal) => this.#ask(this.#sections.waiting, { signal }),
      // One poll may only bridge a short reconnect: no notice yet.
      onAnswer: (round) => {
        this.#live.noteCurrent()
        if (this.#isLive) this.#settle()
        else if (round > 1) this.#live.setStatus('polling')
      },
      onFailure: (error, failures) => this.#pollFailed(error, failures),
    })
    this.#poll = new BoardPoll({
      fetch: options.fetchBoard,
      numberOf: (barId) => this.#sections.numberOf(barId),
    })
    const { sectionUrl } = options
    this.#sections = new Sections(
      (barId, isFolded, callbacks) =>
        new ReconnectingSocket(
          {
            ...options,
            url: sectionUrl(barId, isFolded),
            protocols: [BOARD_SUBPROTOCOL],
            pingEveryMs: this.#pingEveryMs(barId),
          },
          callbacks,
        ),
      {
        onFrame: (barId, frame) => this.#handleSection(barId, frame),
        onLost: (barId, code, wasLive) => {
          if (wasLive) this.#reportLost([barId])
          if (wasLive && !options.countsUrl) this.#checkShown()
          if (code === CLOSE.accessChanged) {
            this.#live.drop(barId)
            this.#live.emit({ type: 'closedSection', barId })
          }
          this.#handleClose(code)
        },
      },
    )
  }

  get store(): LiveBoard['store'] {
    return this.#live.store
  }

  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#live.setStatus('connecting')
    const { countsUrl } = this.#options
    if (countsUrl) this.#openCounts(countsUrl)
    this.#sections.show(this.#shown, this.#folded)
    this.#poller.start(countsUrl ? TIMINGS.monitorPollMs : 0)
  }

  stop(): void {
    this.#isStarted = false
    this.#poller.stop()
    this.#sections.show([], [])
    this.#counts?.close()
    this.#counts = null
  }

  get mostSections(): number {
    return this.#options.countsUrl ? LIMITS.boardSections : LIMITS.ownBoardSections
  }

  /** The sections to open, and which of them are folded. Of the others only counts are known. */
  show(barIds: readonly string[], folded: readonly string[] = []): void {
    const before = this.#shown
    this.#shown = barIds.slice(0, this.mostSections)
    this.#folded = folded
    for (const barId of before) {
      if (this.#isOver(barId)) this.#live.emit({ type: 'closedSection', barId })
    }
    this.#live.keepSections(this.#shown)
    if (!this.#isStarted) return
    this.#sections.show(this.#shown, folded)
    this.#settle()
  }

  /** False if it was not sent. */
  send(barId: string, shown: HelpShown): boolean {
    return this.#sections.send(barId, shown)
  }

  /** The staff have answered a call: answers to earlier polls are out of date. */
  noteAnswered(): void {
    this.#poll.noteAnswered()
  }

  onIncident(listener: (incident: MonitorIncident) => void): () => void {
    return this.#live.onIncident(listener)
  }

  /** Requests everything that is shown. False on failure. */
  async refresh(): Promise<boolean> {
    try {
      await this.#ask(this.#shown, { isAnew: true })
      return true
    } catch (error) {
      if (saysSignedOut(error)) this.#end()
      else this.#live.emit({ type: 'loadFailed' })
      return false
    }
  }

  /** False for a bar that only has no place among the sections: it may have a call. */
  #isOver(barId: string): boolean {
    if (this.#shown.includes(barId)) return false
    if (this.#options.countsUrl) {
      return this.#hasCounts && !this.#live.store.read().calling.includes(barId)
    }
    return this.#shown.length < this.mostSections
  }

  get #isLive(): boolean {
    const hasCounts = this.#options.countsUrl ? this.#hasCounts : this.#live.board !== null
    return hasCounts && this.#sections.waiting.length === 0
  }

  get #hasCounts(): boolean {
    return this.#counts?.isLive === true
  }

  /** One socket of the page finds a dead connection first, so that the others ping less often. */
  #pingEveryMs(barId: string): number {
    const isFirst = !this.#options.countsUrl && barId === this.#shown[0]
    return isFirst ? TIMINGS.pingEveryMs : TIMINGS.sectionPingEveryMs
  }

  /** A socket was lost: the others may be dead too. */
  #checkShown(): void {
    for (const barId of this.#shown) this.#sections.check(barId)
  }

  #openCounts(url: string): void {
    this.#counts = new MonitorSocket(
      (callbacks: SocketCallbacks) =>
        new ReconnectingSocket(
          { ...this.#options, url, protocols: [MONITOR_SUBPROTOCOL] },
          callbacks,
        ),
      {
        onSnapshot: (snapshot) => {
          this.#showAllCounts(snapshot)
          this.#settle()
        },
        onChanges: (changes) => {
          this.#live.showCounts(changes, this.#isKnown)
          this.#checkSections(changes.counts)
          // The section hears of a call first, unless its connection is dead.
          for (const barId of Object.keys(changes.calls)) this.#sections.check(barId)
        },
        onGap: () => this.#settle(),
        onClose: (code) => {
          this.#checkShown()
          this.#handleClose(code)
        },
      },
    )
  }

  #handleClose(code: number): void {
    if (code === CLOSE.sessionEnded) return this.#end()
    if (code === CLOSE.pageClosed) return
    if (code === CLOSE.accessChanged) this.#live.emit({ type: 'barListChanged' })
    this.#settle()
  }

  #handleSection(barId: string, frame: BoardMessage): void {
    this.#poll.forget()
    switch (frame.type) {
      case 'people':
        this.#live.showPeople(barId, frame)
        break
      case 'changes':
        this.#live.showChanges(barId, frame)
        break
      case 'summary':
      case 'counts':
        this.#live.showNumbers(barId, frame)
    }
    if (frame.number === 1) this.#settle()
    this.#live.emit({ type: 'section', barId, frame })
  }

  #showAllCounts(counted: Counted): void {
    this.#live.showAllCounts(counted, this.#isKnown)
    this.#checkSections(counted.counts)
  }

  /** The frame of a section that says otherwise is on its way, or its connection is dead. */
  #checkSections(counts: BarCounts): void {
    for (const [barId, [online, total]] of Object.entries(counts)) {
      const room = this.#live.board?.rooms.get(barId)
      if (room?.online !== online || room.total !== total) this.#sections.check(barId)
    }
  }

  async #ask(barIds: readonly string[], how: Parameters<BoardPoll['ask']>[1]): Promise<void> {
    const answer = await this.#poll.ask(barIds, how)
    if (!answer) return
    const { barList, counts, calls, reports } = answer
    if (!this.#hasCounts && barList !== undefined && counts) {
      this.#showAllCounts({ barList, counts, calls, reports })
    }
    for (const room of answer.rooms) this.#showPolled(room)
    if (answer.isListStale) this.#live.emit({ type: 'barListChanged' })
  }

  #showPolled(room: BoardState): void {
    // A board without the numbers of the other bars would show them as empty.
    if (this.#live.board) this.#live.showPeople(room.barId, room)
    if (!this.#sections.isLive(room.barId)) this.#live.emit({ type: 'polledSection', room })
  }

  #reportLost(barIds: readonly string[]): void {
    this.#poll.forget()
    for (const barId of barIds) this.#live.emit({ type: 'lostSection', barId })
  }

  /** Asks while something is not open. */
  #settle(): void {
    if (!this.#isStarted) return
    if (!this.#isLive) {
      // Until now the sockets said all.
      if (!this.#poller.isRunning) this.#live.noteCurrent()
      return this.#poller.start(TIMINGS.monitorPollMs)
    }
    this.#poller.stop()
    this.#live.setStatus('live')
  }

  #pollFailed(error: unknown, failures: number): void {
    if (saysSignedOut(error)) return this.#end()
    // One failure may be brief if a board is on the screen. An empty screen needs its reason at once, and
    // after an answer that never came nobody may read "live" any longer.
    const isSilent = error instanceof DOMException && error.name === 'TimeoutError'
    const isSure = failures > 1 || isSilent || !this.#live.board
    if (!isSure || this.#live.store.read().status === 'offline') return
    this.#live.setStatus('offline')
    this.#reportLost(this.#sections.waiting)
    this.#live.emit({ type: 'loadFailed' })
  }

  #end(): void {
    this.#reportLost(this.#shown)
    this.stop()
    this.#live.setStatus('ended')
    this.#live.emit({ type: 'signedOut' })
  }
}
