import type { AdminBar } from '#contract/admin-bar.ts'
import { toSearchText } from '#contract/people-search.ts'
import type { BarsOrder } from '#contract/texts/monitor.ts'
import type { BoardRoom } from '#web/features/monitor/board.ts'
import type { BarAlerts } from './alerts.ts'

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

/** The order of bars depends on these. The keys are IDs of bars. */
export interface BarsNow {
  rooms: ReadonlyMap<string, BoardRoom>
  alerts: ReadonlyMap<string, BarAlerts>
}

type Compare = (one: AdminBar, other: AdminBar, now: BarsNow) => number

const { compare } = new Intl.Collator('pt-BR', { numeric: true })
const byName: Compare = (one, other) => compare(one.name, other.name)

const COMPARE: Record<BarsOrder, Compare> = {
  busy: (one, other, { rooms }) => {
    const [first, second] = [rooms.get(one.id), rooms.get(other.id)]
    return (
      (second?.online ?? 0) - (first?.online ?? 0) ||
      Number(Boolean(second?.total)) - Number(Boolean(first?.total))
    )
  },
  name: byName,
  city: (one, other, now) => compare(one.city, other.city) || byName(one, other, now),
}

/** Puts bars with an open call first. Stable. */
export function orderBars(
  bars: readonly AdminBar[],
  order: BarsOrder,
  now: BarsNow,
): readonly AdminBar[] {
  return bars.toSorted(
    (one, other) =>
      Number(isCalling(other, now)) - Number(isCalling(one, now)) ||
      COMPARE[order](one, other, now),
  )
}

const isCalling = ({ id }: AdminBar, { alerts }: BarsNow) => (alerts.get(id)?.calls ?? 0) > 0

/** Counts the bars that are not listed yet, and those with people online that stand below one without. */
export function countHidden(
  shown: readonly AdminBar[],
  bars: readonly AdminBar[],
  now: BarsNow,
): number {
  const isFull = ({ id }: AdminBar) => (now.rooms.get(id)?.online ?? 0) > 0
  const firstEmpty = shown.findIndex((bar) => !isFull(bar) && !isCalling(bar, now))
  const beneath = firstEmpty < 0 ? [] : shown.slice(firstEmpty).filter(isFull)
  return bars.length - shown.length + beneath.length
}
