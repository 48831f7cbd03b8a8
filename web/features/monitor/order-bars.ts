import type { AdminBar } from '#contract/admin-bar.ts'
import type { MonitoredPerson } from '#contract/monitor.ts'
import { comparePlaces } from '#contract/people-order.ts'
import { toSearchText } from '#contract/people-search.ts'
import type { BoardRoom } from './board.ts'

/** Matches name or city without accents and case. Exact names come first. */
export function searchBars(bars: readonly AdminBar[], typed: string): readonly AdminBar[] {
  const wanted = toSearchText(typed)
  if (wanted === '') return bars
  const found = bars.filter(
    ({ name, city }) => toSearchText(name).includes(wanted) || toSearchText(city).includes(wanted),
  )
  const isExact = ({ name }: AdminBar) => toSearchText(name) === wanted
  return [...found.filter(isExact), ...found.filter((bar) => !isExact(bar))]
}

/** Bars with somebody online, then with anybody, then empty ones. Stable otherwise. */
export function putPeopleFirst(
  bars: readonly AdminBar[],
  rooms: ReadonlyMap<string, BoardRoom>,
): readonly AdminBar[] {
  const ranks: AdminBar[][] = [[], [], []]
  for (const bar of bars) {
    const room = rooms.get(bar.id)
    const rank = room?.online ? 0 : room?.total ? 1 : 2
    ranks[rank]?.push(bar)
  }
  return ranks.flat()
}

export function orderPeople(room: BoardRoom | undefined, showsAll: boolean): MonitoredPerson[] {
  const people = [...(room?.people?.values() ?? [])]
  const shown = showsAll ? people : people.filter(({ online }) => online)
  return shown.sort(comparePlaces)
}

/** Nobody moves: who came stands last, and who went is offline in their place. */
export function keepPlaces(
  shown: readonly MonitoredPerson[],
  fresh: readonly MonitoredPerson[],
  room: BoardRoom | undefined,
): MonitoredPerson[] {
  const ids = new Set(shown.map(({ id }) => id))
  return [
    ...shown.map((person) => room?.people?.get(person.id) ?? { ...person, online: false }),
    ...fresh.filter(({ id }) => !ids.has(id)),
  ]
}
