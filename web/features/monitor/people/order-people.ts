import type { MonitoredPerson } from '#contract/monitor.ts'
import { comparePlaces } from '#contract/people-order.ts'
import type { BoardRoom } from '#web/features/monitor/board.ts'

/** `isGone`: not in the bar any more, but still in their place on the screen. */
export type ShownPerson = MonitoredPerson & { isGone?: true }

export function orderPeople(room: BoardRoom | undefined, showsAll: boolean): ShownPerson[] {
  const people = [...(room?.people?.values() ?? [])]
  const shown = showsAll ? people : people.filter(({ online }) => online)
  return shown.sort(comparePlaces)
}
