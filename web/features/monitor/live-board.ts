import type { BoardChanges, BoardMessage, BoardNumbers } from '#contract/board.ts'
import type { BoardState, Counted, WaitingCounts } from '#contract/monitor.ts'
import { listDiffering } from '#contract/monitor.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { Store } from '#web/ui/cell.ts'
import type { Arrivals } from './arrivals.ts'
import { arrivalsBetween, arrivalsIn } from './arrivals.ts'
import type { Board } from './board.ts'
import {
  NOTHING,
  withAllCounts,
  withChanges,
  withCounts,
  withNumbers,
  withoutRoom,
  withPeople,
  withSections,
} from './board.ts'

export interface MonitorState {
  /** `live`: by sockets. `polling`: every 3 s. `offline`: neither for now. `ended`: signed out. */
  status: 'connecting' | 'live' | 'polling' | 'offline' | 'ended'
  board: Board | null
  /** The time for which the board is true, while it is `offline`. */
  asOf: number
  /** Bars with unresolved calls for help, of all bars that the monitor counts. */
  calling: readonly string[]
  /** Unresolved calls for help, of all bars that the monitor counts. */
  calls: WaitingCounts
  /** Open reports, of all bars that the monitor counts. */
  reports: WaitingCounts
}

const INITIAL_STATE: MonitorState = {
  status: 'connecting',
  board: null,
  asOf: 0,
  calling: [],
  calls: {},
  reports: {},
}

/** One-time events, not state: for toasts and the help desk. */
export type MonitorIncident =
  | { type: 'arrivals'; arrivals: Arrivals }
  /** The bar list has changed, or may have changed during an outage. */
  | { type: 'barListChanged' }
  | { type: 'loadFailed' }
  | { type: 'signedOut' }
  | { type: 'section'; barId: string; frame: BoardMessage }
  /** A poll's answer for a section without a socket. */
  | { type: 'polledSection'; room: BoardState }
  /** The reports of bars without a section have changed; those of `first` had none before. */
  | { type: 'reports'; barIds: readonly string[]; first: readonly string[] }
  /** Nothing of this bar comes any more, for now. */
  | { type: 'lostSection'; barId: string }
  /** Nothing of this bar comes any more: it is gone, or nobody calls there. */
  | { type: 'closedSection'; barId: string }

/** Holds what the board shows, and tells the incidents of its changes. Knows nothing of how they arrive. */
export class LiveBoard {
  readonly store = new Store<MonitorState, Partial<MonitorState>>(
    INITIAL_STATE,
    (state, change) => ({ ...state, ...change }),
  )
  readonly #listeners = new Set<(incident: MonitorIncident) => void>()
  #areReportsKnown = false
  #trueAt = 0

  get board(): Board | null {
    return this.store.read().board
  }

  setStatus(status: MonitorState['status']): void {
    if (this.store.read().status === status) return
    this.store.dispatch({ status, asOf: this.#trueAt })
  }

  /** The board is what the server says now. */
  noteCurrent(): void {
    this.#trueAt = serverNow()
  }

  onIncident(listener: (incident: MonitorIncident) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  emit(incident: MonitorIncident): void {
    for (const listener of this.#listeners) listener(incident)
  }

  /** Skips bars whose section is open: their people are newer than the counts. */
  showAllCounts(
    { counts, barList, calls, reports }: Counted,
    isKnown: (barId: string) => boolean,
  ): void {
    this.#show(withAllCounts(this.#shown, counts, barList, isKnown))
    this.#showCalls(calls)
    this.#showReports(reports, listDiffering(this.store.read().reports, reports), isKnown)
  }

  /** Shows the counts of bars that have changed. */
  showCounts(
    { counts, barList, calls, reports }: Counted,
    isKnown: (barId: string) => boolean,
  ): void {
    this.#show(withCounts(this.#shown, counts, barList, isKnown))
    this.#showCalls({ ...this.store.read().calls, ...calls })
    const after = { ...this.store.read().reports, ...reports }
    this.#showReports(after, Object.keys(reports), isKnown)
  }

  showPeople(
    barId: string,
    { people, isUnattended }: Pick<BoardState, 'people' | 'isUnattended'>,
  ): void {
    const before = this.#shown.rooms.get(barId)?.people
    this.#show(withPeople(this.#shown, barId, people, isUnattended))
    this.emit({ type: 'arrivals', arrivals: arrivalsBetween(barId, before, people) })
  }

  showChanges(barId: string, changes: BoardChanges): void {
    this.#show(withChanges(this.#shown, barId, changes))
    this.emit({ type: 'arrivals', arrivals: arrivalsIn(barId, changes) })
  }

  /** The people of a folded bar are not told. */
  showNumbers(barId: string, numbers: BoardNumbers): void {
    this.#show(withNumbers(this.#shown, barId, numbers))
  }

  /** The account has no part in this bar any more, or the bar is gone. */
  drop(barId: string): void {
    if (this.board) this.#show(withoutRoom(this.board, barId))
  }

  /** The other bars have only counts from now on. */
  keepSections(barIds: readonly string[]): void {
    if (this.board) this.#show(withSections(this.board, barIds))
  }

  get #shown(): Board {
    return this.board ?? NOTHING
  }

  #show(board: Board): void {
    const before = this.board
    this.store.dispatch({ board })
    if (before?.barList && before.barList !== board.barList) this.emit({ type: 'barListChanged' })
  }

  #showReports(
    reports: WaitingCounts,
    changed: readonly string[],
    isKnown: (barId: string) => boolean,
  ): void {
    const before = this.#areReportsKnown ? this.store.read().reports : reports
    this.#areReportsKnown = true
    const barIds = changed.filter((barId) => !isKnown(barId))
    if (changed.length > 0) this.store.dispatch({ reports })
    if (barIds.length === 0) return
    const first = barIds.filter((barId) => reports[barId] && !before[barId])
    this.emit({ type: 'reports', barIds, first })
  }

  #showCalls(calls: WaitingCounts): void {
    const before = this.store.read()
    if (listDiffering(before.calls, calls).length > 0) this.store.dispatch({ calls })
    const calling = Object.keys(calls).filter((barId) => calls[barId])
    if (calling.join() !== before.calling.join()) this.store.dispatch({ calling })
  }
}
