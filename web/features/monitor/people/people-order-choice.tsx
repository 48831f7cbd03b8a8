import { monitorTexts, PEOPLE_ORDER_NAMES } from '#contract/texts/monitor.ts'
import { useViewChoices } from '#web/features/monitor/use-view-choices.ts'

/** One order for the people of all bars. */
export function PeopleOrderChoice() {
  const { peopleOrder, orderPeople } = useViewChoices()
  return (
    <label className="flex min-h-target items-center gap-2.5">
      <span>{monitorTexts.peopleBy}</span>
      <select
        className="min-h-target rounded-lg border border-edge bg-sunken px-2 text-ink"
        value={peopleOrder}
        onChange={(event) => orderPeople(event.currentTarget.value)}
      >
        {Object.entries(PEOPLE_ORDER_NAMES).map(([order, name]) => (
          <option key={order} value={order}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
