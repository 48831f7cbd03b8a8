import type { AdminBar } from '#contract/admin-bar.ts'
import { toLine } from '#contract/plain-text.ts'
import type { BoardRoom } from './board.ts'

/**
 * Bars whose name or city contains what was typed, those of exactly that name first; accents and
 * case do not matter.
 */
export function searchBars(bars: readonly AdminBar[], typed: string): readonly AdminBar[] {
  const wanted = toPlain(typed)
  if (wanted === '') return bars
  const found = bars.filter(
    ({ name, city }) => toPlain(name).includes(wanted) || toPlain(city).includes(wanted),
  )
  const isExact = ({ name }: AdminBar) => toPlain(name) === wanted
  return [...found.filter(isExact), ...found.filter((bar) => !isExact(bar))]
}

/** Bars with somebody online, then those with anybody, then the empty ones; else as they were. */
export function putPeopleFirst(
  bars: readonly AdminBar[],
  rooms: ReadonlyMap<string, BoardRoom>,
): readonly AdminBar[] {
  const ranks: AdminBar[][] = [[], [], []]
  for (const bar of bars) {
    const room = rooms.get(bar.id)
    const rank = room?.online ? 0 : room ? 1 : 2
    ranks[rank]?.push(bar)
  }
  return ranks.flat()
}

function toPlain(text: string): string {
  return toLine(text).normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('pt-BR')
}
