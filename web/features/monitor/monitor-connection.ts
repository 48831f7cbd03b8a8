import * as v from 'valibot'
import type { MonitorBoard, MonitorMessage } from '#contract/monitor.ts'
import { MONITOR_SUBPROTOCOL, monitorMessageSchema, toBoardTag } from '#contract/monitor.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { saysSignedOut } from '#web/api/admin-session.ts'
import type { SocketOptions } from '#web/socket/reconnecting-socket.ts'
import { ReconnectingSocket } from '#web/socket/reconnecting-socket.ts'
import { Store } from '#web/socket/store.ts'
import type { Arrivals } from './arrivals.ts'
import { arrivalsBetween, arrivalsIn } from './arrivals.ts'
import type { Board } from './board.ts'
import { agrees, toBoard, withChanges } from './board.ts'
import { Poller } from './poller.ts'

export interface MonitorConnectionOptions extends Omit<SocketOptions, 'protocols'> {
  fetchBoard: (known: string | null) => Promise<MonitorBoard | null>
  /** Without the socket, which tells of every bar: asking is the ordinary way then. */
  isPolled?: boolean
}

export interface MonitorState {
  /** `live`: by socket. `polling`: every 3 s. `offline`: neither for now. `ended`: signed out. */
  status: 'connecting' | 'live' | 'polling' | 'offline' | 'ended'
  board: Board | null
}

const INITIAL_STATE: MonitorState = { status: 'connecting', board: null }

type MonitorEvent =
  | { type: 'live'; board: Board }
  | { type: 'board'; board: Board }
  | { type: 'status'; status: MonitorState['status'] }

function reduce(state: MonitorState, event: MonitorEvent): MonitorState {
  switch (event.type) {
    case 'live':
      return { status: 'live', board: event.board }
    case 'board':
      return event.board === state.board ? state : { ...state, board: event.board }
    case 'status':
      return event.status === state.status ? state : { ...state, status: event.status }
  }
}

/** One-time events, not state: toasts show them. */
export type MonitorIncident =
  | { type: 'arrivals'; arrivals: Arrivals }
  /** The bar list has changed, or may have changed during an outage. */
  | { type: 'barListChanged' }
  | { type: 'loadFailed' }
  | { type: 'signedOut' }

/** The board by WebSocket, or by polling every 3 s. A lost frame costs a reconnect. */
export class MonitorConnection {
  readonly store = new Store<MonitorState, MonitorEvent>(INITIAL_STATE, reduce)
  readonly #options: MonitorConnectionOptions
  readonly #poller: Poller
  readonly #listeners = new Set<(incident: MonitorIncident) => void>()
  #socket: ReconnectingSocket | null = null

  constructor(options: MonitorConnectionOptions) {
    this.#options = options
    this.#poller = new Poller({
      fetch: (signal) => this.#ask(toTag(this.#board), signal),
      // One poll may only bridge a short reconnect: no notice yet.
      onAnswer: (round) => this.#pollAnswered(round),
      onFailure: (error, failures) => this.#pollFailed(error, failures),
    })
  }

  start(): void {
    if (this.#options.isPolled) return this.#poller.start()
    if (this.#socket) return
    this.#socket = new ReconnectingSocket(
      { ...this.#options, protocols: [MONITOR_SUBPROTOCOL] },
      {
        onMessage: (data) => this.#handleFrame(data),
        onClose: (code) => this.#handleClose(code),
      },
    )
    this.#poller.start(TIMINGS.monitorPollMs)
  }

  stop(): void {
    this.#poller.stop()
    this.#socket?.close()
    this.#socket = null
  }

  onIncident(listener: (incident: MonitorIncident) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Requests the whole board. False on failure. */
  async refresh(): Promise<boolean> {
    try {
      await this.#ask(null)
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

  #handleClose(code: number): void {
    if (code === CLOSE.sessionEnded) this.#end()
    else if (code !== CLOSE.pageClosed) this.#poller.start()
  }

  #handleFrame(data: unknown): void {
    const message = readMonitorFrame(data)
    const board = this.#board
    switch (message?.type) {
      case undefined:
        return
      case 'snapshot':
        this.#poller.stop()
        this.#replace(toBoard(message), 'live')
        return
      case 'changes': {
        if (!board) return
        const next = withChanges(board, message)
        if (!next) return this.#startOver()
        if (next !== board) this.#show(next, 'board', arrivalsIn(board, message))
        return
      }
      case 'digest':
        if (board && !agrees(board, message)) this.#startOver()
        return
    }
  }

  #startOver(): void {
    this.#socket?.reconnect()
    this.#poller.start()
  }

  async #ask(known: string | null, signal?: AbortSignal): Promise<void> {
    const answer = await this.#options.fetchBoard(known)
    if (!answer || signal?.aborted) return
    const board = this.#board
    const isOlder = board?.epoch === answer.epoch && answer.number < board.number
    if (!isOlder) this.#replace(toBoard(answer), 'board')
  }

  #replace(board: Board, type: 'live' | 'board'): void {
    this.#show(board, type, arrivalsBetween(this.#board, board))
  }

  #show(board: Board, type: 'live' | 'board', arrivals: Arrivals): void {
    const before = this.#board
    this.store.dispatch({ type, board })
    this.#emit({ type: 'arrivals', arrivals })
    const isSame = before?.epoch === board.epoch && before.barListVersion === board.barListVersion
    if (before && !isSame) this.#emit({ type: 'barListChanged' })
  }

  #pollAnswered(round: number): void {
    if (this.#options.isPolled) this.store.dispatch({ type: 'status', status: 'live' })
    else if (round > 1) this.store.dispatch({ type: 'status', status: 'polling' })
  }

  #pollFailed(error: unknown, failures: number): void {
    if (saysSignedOut(error)) return this.#end()
    // With a board on screen one failure may be brief. An empty screen needs its reason at once.
    if (failures === (this.#board ? 2 : 1)) {
      this.store.dispatch({ type: 'status', status: 'offline' })
      this.#emit({ type: 'loadFailed' })
    }
  }

  #end(): void {
    this.stop()
    this.store.dispatch({ type: 'status', status: 'ended' })
    this.#emit({ type: 'signedOut' })
  }

  #emit(incident: MonitorIncident): void {
    for (const listener of this.#listeners) listener(incident)
  }
}

function readMonitorFrame(data: unknown): MonitorMessage | null {
  if (typeof data !== 'string') return null
  try {
    const parsed = v.safeParse(monitorMessageSchema, JSON.parse(data))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

function toTag(board: Board | null): string | null {
  return board && toBoardTag(board)
}
