import type { MonitoredPerson } from '#contract/monitor.ts'

/** The latest state of people who changed, and the ids of people who left. */
export interface RoomReport {
  barId: string
  people: MonitoredPerson[]
  left: string[]
  /** Not arrivals or departures: the list of shown people changed. */
  isReadAnew?: boolean
}

export interface RoomAnswer {
  hash: number
  people?: MonitoredPerson[]
}
