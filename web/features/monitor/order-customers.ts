import type { MonitoredPerson } from '#contract/monitor.ts'
import { comparePlaces } from '#contract/people-order.ts'
import type { BoardRoom } from './board.ts'

export function orderCustomers(room: BoardRoom | undefined, showsAll: boolean): MonitoredPerson[] {
  const people = [...(room?.people.values() ?? [])]
  const shown = showsAll ? people : people.filter(({ online }) => online)
  return shown.sort(comparePlaces)
}
