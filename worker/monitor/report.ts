import type { MonitoredPerson } from '#contract/monitor.ts'

/** What a room tells the monitor: the newest state of those who changed, and who went. */
export interface RoomReport {
  barId: string
  people: MonitoredPerson[]
  left: string[]
}

/** What a room answers when its lease is renewed. `people` only where the hash is another. */
export interface RoomAnswer {
  hash: number
  people?: MonitoredPerson[]
}
