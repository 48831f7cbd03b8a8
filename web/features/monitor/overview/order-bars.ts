import type { AdminBar } from '#contract/admin-bar.ts'
import { toSearchText } from '#contract/people-search.ts'
import type { BoardRoom } from '#web/features/monitor/board.ts'

/** Fewer bars are all unfolded. */
const OVERVIEW_FROM = 4

export function hasOverview(bars: number): boolean {
  return bars >= OVERVIEW_FROM
}

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

/** Puts bars with people online first, then other bars with people, then empty ones. Stable. */
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

/** Counts the bars that are not listed yet, and those with people online that stand below one without. */
export function countHidden(
  shown: readonly AdminBar[],
  bars: readonly AdminBar[],
  rooms: ReadonlyMap<string, BoardRoom>,
): number {
  const isFull = ({ id }: AdminBar) => (rooms.get(id)?.online ?? 0) > 0
  const firstEmpty = shown.findIndex((bar) => !isFull(bar))
  const beneath = firstEmpty < 0 ? [] : shown.slice(firstEmpty).filter(isFull)
  return bars.length - shown.length + beneath.length
}
