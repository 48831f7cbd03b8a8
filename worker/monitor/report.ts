import type { MonitoredPerson } from '#contract/monitor.ts'

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
