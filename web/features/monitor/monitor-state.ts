import type { Board } from './board.ts'

export interface MonitorState {
  /** `live`: socket. `slow`: polling every 3 s. `away`: neither for now. `ended`: for good. */
  way: 'waiting' | 'live' | 'slow' | 'away' | 'ended'
  board: Board | null
}

export const INITIAL_MONITOR_STATE: MonitorState = { way: 'waiting', board: null }

export type MonitorEvent =
  | { type: 'live'; board: Board }
  | { type: 'board'; board: Board }
  | { type: 'way'; way: MonitorState['way'] }

export function reduceMonitor(state: MonitorState, event: MonitorEvent): MonitorState {
  switch (event.type) {
    case 'live':
      return { way: 'live', board: event.board }
    case 'board':
      return event.board === state.board ? state : { ...state, board: event.board }
    case 'way':
      return event.way === state.way ? state : { ...state, way: event.way }
  }
}
