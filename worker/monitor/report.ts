export interface BarTotals {
  online: number
  total: number
}

export interface CountedBar extends BarTotals {
  barId: string
}

/** What a room tells while somebody watches. The totals are absolute. */
export interface RoomReport extends CountedBar {
  /** Profiles made and visits ended since the last report. */
  entered?: { id: string; name: string }[]
  left?: { id: string; name: string }[]
}

export interface Watching {
  isWatched: boolean
}
