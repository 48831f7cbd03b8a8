import type { MonitoredPerson } from '#contract/monitor.ts'
import type { BoardRoom } from './board.ts'

const byName = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true })

/** Those who are online, then, where wanted, those who are not; each by name. */
export function orderCustomers(room: BoardRoom | undefined, showsAll: boolean): MonitoredPerson[] {
  const people = [...(room?.people.values() ?? [])]
  const shown = showsAll ? people : people.filter(({ online }) => online)
  return shown.sort(
    (one, other) =>
      Number(other.online) - Number(one.online) ||
      byName.compare(one.name, other.name) ||
      (one.id < other.id ? -1 : 1),
  )
}
