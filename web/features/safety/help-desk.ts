import type { BoardMessage } from '#contract/board.ts'
import type { BoardHelp } from '#contract/help.ts'
import { compareCalls } from '#contract/help.ts'
import { Store } from '#web/ui/cell.ts'

/** `left`: the visit is over. The helper who is on their way must know. */
export type DeskCall = Omit<BoardHelp, 'state' | 'ageMs'> & {
  barId: string
  state: BoardHelp['state'] | 'left'
  calledAt: number
}

export interface DeskState {
  /** Keyed by bar and person. A person has at most one. */
  calls: ReadonlyMap<string, DeskCall>
  /** Bars whose calls arrive now, and since when. A new time makes the page confirm its calls again. */
  live: ReadonlyMap<string, number>
}

type DeskEvent =
  | { type: 'frame'; barId: string; frame: BoardMessage; at: number }
  | { type: 'polled'; barId: string; help: readonly BoardHelp[]; at: number }
  /** The answer about one call: its present state, null if it is gone. */
  | { type: 'answered'; call: DeskCall; help: BoardHelp | null; at: number }
  | { type: 'lost'; barId: string }
  /** Nothing of this bar comes any more. */
  | { type: 'gone'; barId: string }
  | { type: 'closed'; call: DeskCall }

export type DeskStore = Store<DeskState, DeskEvent>

export function openDesk(): DeskStore {
  return new Store<DeskState, DeskEvent>({ calls: new Map(), live: new Map() }, reduceDesk)
}

function reduceDesk(state: DeskState, event: DeskEvent): DeskState {
  switch (event.type) {
    case 'frame':
      return receive(state, event.barId, event.frame, event.at)
    case 'polled': {
      const { barId, help, at } = event
      // A poll's answer does not count as a new connection: `live` keeps its time.
      const live = state.live.has(barId) ? state.live : new Map(state.live).set(barId, at)
      return withCallsOf({ ...state, live }, barId, help, at)
    }
    case 'answered': {
      const { help, at } = event
      const { barId, personId, id } = event.call
      const key = toKey(barId, personId)
      // A frame was quicker: the call is over, or another one has followed it.
      if (state.calls.get(key)?.id !== id) return state
      return help ? withCall(state, barId, help, at) : withoutCall(state, key)
    }
    case 'lost':
      return withoutLive(state, event.barId)
    case 'gone':
      return withoutLive(withCallsOf(state, event.barId, [], 0), event.barId)
    case 'closed':
      return withoutCall(state, toKey(event.call.barId, event.call.personId))
  }
}

function receive(state: DeskState, barId: string, frame: BoardMessage, at: number): DeskState {
  switch (frame.type) {
    case 'people':
    case 'summary': {
      const live = new Map(state.live).set(barId, at)
      return withCallsOf({ ...state, live }, barId, frame.help, at)
    }
    case 'help':
      return withCall(state, barId, frame.help, at)
    case 'helpEnded': {
      const key = toKey(barId, frame.personId)
      const known = state.calls.get(key)
      if (known?.id !== frame.id) return state
      if (frame.why === 'resolved') return withoutCall(state, key)
      // A person who is on their way must know. A flood of calls that leave fills no cards.
      const isFolded = known.rank !== 'known' && known.state !== 'coming'
      const left: DeskCall = { ...known, state: 'left', isFolded: known.isFolded || isFolded }
      return { ...state, calls: new Map(state.calls).set(key, left) }
    }
    case 'helpSeen':
      return frame.ids.reduce((all, id) => withSeen(all, barId, id), state)
    default:
      return state
  }
}

/** True if a call has no helper on the way. */
export function hasOpenCall({ calls }: DeskState): boolean {
  return [...calls.values()].some(({ state }) => state === 'open')
}

/** Orders the calls of all bars as one list. */
export function orderCalls({ calls }: DeskState): DeskCall[] {
  return [...calls.values()].sort(compareCalls)
}

export function toKey(barId: string, personId: string): string {
  return `${barId}:${personId}`
}

/** Replaces the calls of a bar but those of ended visits: the room lists them no longer, and the staff close them. */
function withCallsOf(
  state: DeskState,
  barId: string,
  help: readonly BoardHelp[],
  at: number,
): DeskState {
  const others = [...state.calls].filter(
    ([, call]) => call.barId !== barId || call.state === 'left',
  )
  const begun: DeskState = { ...state, calls: new Map(others) }
  return help.reduce((all, one) => withCall(all, barId, one, at), begun)
}

function withCall(state: DeskState, barId: string, help: BoardHelp, at: number): DeskState {
  const { ageMs, ...call } = help
  const key = toKey(barId, help.personId)
  return {
    ...state,
    calls: new Map(state.calls).set(key, { ...call, barId, calledAt: at - ageMs }),
  }
}

function withSeen(state: DeskState, barId: string, id: string): DeskState {
  const entry = [...state.calls].find(([, call]) => call.barId === barId && call.id === id)
  if (!entry) return state
  const [key, call] = entry
  return { ...state, calls: new Map(state.calls).set(key, { ...call, isSeen: true }) }
}

function withoutLive(state: DeskState, barId: string): DeskState {
  const live = new Map(state.live)
  live.delete(barId)
  return { ...state, live }
}

function withoutCall(state: DeskState, key: string): DeskState {
  const calls = new Map(state.calls)
  calls.delete(key)
  return { ...state, calls }
}
