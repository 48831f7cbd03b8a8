import type { MonitoredPerson } from '#contract/monitor.ts'

/** What a room tells the monitor: the newest state of those who changed, and who went. */
export interface RoomReport {
  barId: string
  people: MonitoredPerson[]
  left: string[]
  /** Nobody of these has just come or gone: somebody has stepped aside or is back. */
  isReadAnew?: boolean
}

/** What a room answers when its lease is renewed. `people` only where the hash is another. */
export interface RoomAnswer {
  hash: number
  people?: MonitoredPerson[]
}
