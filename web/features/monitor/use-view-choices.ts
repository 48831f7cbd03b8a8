import * as v from 'valibot'
import { LIMITS } from '#contract/limits.ts'
import { storedItem, useStored } from '#web/session/stored-item.ts'

const peopleOrderSchema = v.picklist(['name', 'table', 'arrival'])

const barsOrderSchema = v.picklist(['busy', 'name', 'city'])

const choicesSchema = v.object({
  barsOpen: v.boolean(),
  dashboardOpen: v.boolean(),
  peopleFirst: v.boolean(),
  peopleOrder: v.fallback(peopleOrderSchema, 'name'),
  barsOrder: v.fallback(barsOrderSchema, 'busy'),
  /** IDs of the bars whose people are shown beneath their row. */
  unfolded: v.fallback(v.array(v.string()), []),
})
type ViewChoices = v.InferOutput<typeof choicesSchema>

const DEFAULT: ViewChoices = {
  barsOpen: true,
  dashboardOpen: true,
  peopleFirst: false,
  peopleOrder: 'name',
  barsOrder: 'busy',
  unfolded: [],
}
const choicesItem = storedItem('monitorView', choicesSchema, () => localStorage)

export function useViewChoices() {
  const choices = useStored(choicesItem) ?? DEFAULT
  const toggle = (choice: 'barsOpen' | 'dashboardOpen' | 'peopleFirst') =>
    choicesItem.write({ ...choices, [choice]: !choices[choice] })
  const orderPeople = (order: string) => {
    const peopleOrder = v.parse(peopleOrderSchema, order)
    choicesItem.write({ ...choices, peopleOrder })
  }
  const orderBars = (order: string) => {
    const barsOrder = v.parse(barsOrderSchema, order)
    choicesItem.write({ ...choices, barsOrder })
  }
  return { ...choices, toggle, toggleUnfolded, orderPeople, orderBars }
}

/** The last ones first: of too many the oldest are folded again. */
function toggleUnfolded(barId: string): void {
  const choices = choicesItem.read() ?? DEFAULT
  const others = choices.unfolded.filter((id) => id !== barId)
  const isUnfolded = others.length < choices.unfolded.length
  const unfolded = isUnfolded ? others : [barId, ...others].slice(0, LIMITS.boardSections)
  choicesItem.write({ ...choices, unfolded })
}
