import { BARS_ORDER_NAMES, monitorTexts } from '#contract/texts/monitor.ts'
import { useViewChoices } from '#web/features/monitor/use-view-choices.ts'

/** The order of the overview's rows. */
export function BarsOrderChoice() {
  const { barsOrder, orderBars } = useViewChoices()
  return (
    <select
      aria-label={monitorTexts.barsOrder}
      className="min-h-12 rounded-lg border border-edge bg-sunken px-2 text-ink text-sm"
      value={barsOrder}
      onChange={(event) => orderBars(event.currentTarget.value)}
    >
      {Object.entries(BARS_ORDER_NAMES).map(([order, name]) => (
        <option key={order} value={order}>
          {name}
        </option>
      ))}
    </select>
  )
}
