import { useMemo } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import type { BoardRoom } from '#web/features/monitor/board.ts'
import { useHeldOrder } from '#web/ui/held-order.ts'
import { countHidden, putPeopleFirst } from './order-bars.ts'

/** Bars with people first, if wished. The order stays until the pill renews it. */
export function useHeldBars(
  bars: readonly AdminBar[],
  rooms: ReadonlyMap<string, BoardRoom>,
  { peopleFirst, isHeld }: { peopleFirst: boolean; isHeld: boolean },
): readonly AdminBar[] {
  const fresh = useMemo(
    () => (peopleFirst ? putPeopleFirst(bars, rooms) : bars),
    [bars, rooms, peopleFirst],
  )
  return useHeldOrder(fresh, {
    list: 'bars',
    view: String(peopleFirst),
    isHeld,
    idOf: ({ id }) => id,
    toGone: () => null,
    countWaiting: (shown) =>
      peopleFirst ? countHidden(shown, bars, rooms) : bars.length - shown.length,
  })
}
