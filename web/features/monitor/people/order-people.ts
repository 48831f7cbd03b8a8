import type { MonitoredPerson } from '#contract/monitor.ts'
import { compareNames } from '#contract/people-order.ts'
import type { PeopleOrder } from '#contract/texts/monitor.ts'
import type { BoardRoom } from '#web/features/monitor/board.ts'

/** `isGone`: not in the bar any more, but still in their place on the screen. */
export type ShownPerson = MonitoredPerson & { isGone?: true }

const byTable = new Intl.Collator('pt-BR', { numeric: true })

const COMPARE: Record<PeopleOrder, (one: ShownPerson, other: ShownPerson) => number> = {
  name: compareNames,
  table: (one, other) => byTable.compare(one.table, other.table) || compareNames(one, other),
  /** The newest first. */
  arrival: (one, other) => other.enteredAt - one.enteredAt || compareNames(one, other),
}

/** People online first. */
export function orderPeople(
  room: BoardRoom | undefined,
  showsAll: boolean,
  order: PeopleOrder,
): ShownPerson[] {
  const people = [...(room?.people?.values() ?? [])]
  const shown = showsAll ? people : people.filter(({ online }) => online)
  return shown.sort(
    (one, other) => Number(other.online) - Number(one.online) || COMPARE[order](one, other),
  )
}
