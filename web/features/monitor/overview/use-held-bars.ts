import { useMemo } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import type { BarsOrder } from '#contract/texts/monitor.ts'
import { useHeldOrder } from '#web/ui/held-order.ts'
import type { BarsNow } from './order-bars.ts'
import { countHidden, orderBars } from './order-bars.ts'

/** The bars in an order, or as they are listed. The order stays until the pill renews it. */
export function useHeldBars(
  bars: readonly AdminBar[],
  { rooms, alerts }: BarsNow,
  { order, isHeld }: { order: BarsOrder | null; isHeld: boolean },
): readonly AdminBar[] {
  const fresh = useMemo(
    () => (order ? orderBars(bars, order, { rooms, alerts }) : bars),
    [bars, rooms, alerts, order],
  )
  return useHeldOrder(fresh, {
    list: 'bars',
    view: String(order),
    isHeld,
    idOf: ({ id }) => id,
    toGone: () => null,
    countWaiting: (shown) =>
      order === 'busy' ? countHidden(shown, bars, { rooms, alerts }) : bars.length - shown.length,
  })
}
