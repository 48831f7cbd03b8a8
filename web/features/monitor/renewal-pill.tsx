import ArrowUp from 'lucide:arrow-up'
import { useSyncExternalStore } from 'react'
import { monitorTexts, newReports, peopleArrived } from '#contract/texts/monitor.ts'
import { Button } from '#web/ui/button.tsx'
import { useHeldOrders } from '#web/ui/held-order.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Says what is new while every order of the board stays, and renews them all. */
export function RenewalPill() {
  const orders = useHeldOrders()
  const { waiting } = useSyncExternalStore(orders.subscribe, orders.read)
  const text = toText(waiting)
  return (
    <>
      <p role="status" className="sr-only">
        {text}
      </p>
      {text && (
        <Button
          className="pointer-events-auto h-auto min-h-11 max-w-full rounded-full! px-4 text-sm shadow-card"
          icon={<Icon of={ArrowUp} className="size-4 shrink-0" />}
          onClick={orders.renew}
        >
          {text}
        </Button>
      )}
    </>
  )
}

function toText(waiting: ReadonlyMap<string, number>): string | null {
  const sums = { reports: 0, people: 0, bars: 0 }
  for (const [list, count] of waiting) {
    const [kind = ''] = list.split(':')
    if (kind in sums) sums[kind as keyof typeof sums] += count
  }
  if (sums.reports > 0) return newReports(sums.reports)
  if (sums.people > 0) return peopleArrived(sums.people)
  return sums.bars > 0 ? monitorTexts.renewBars : null
}
