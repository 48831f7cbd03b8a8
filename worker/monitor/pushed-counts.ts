import type { WaitingCounts } from '#contract/monitor.ts'

export interface BarTotals {
  online: number
  total: number
}

export interface CountedBar extends BarTotals {
  barId: string
}

/** The monitor answers a poll with this. */
export interface MonitorNumbers {
  /** Differs after each change of the list of bars. */
  barList: string
  bars: CountedBar[]
  calls: WaitingCounts
  reports: WaitingCounts
}

/** How many calls for help are unresolved in a bar. Absolute, like its numbers. */
export interface PushedCalls {
  barId: string
  calls: number
  at: number
}

/** A room's numbers: absolute, so that a repeated push changes nothing. */
export interface PushedCounts extends CountedBar {
  /** Grows with each push of a room: a late one does not undo a newer one. */
  at: number
}
