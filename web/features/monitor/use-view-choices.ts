import * as v from 'valibot'
import { storedItem, useStored } from '#web/session/stored-item.ts'

const choicesSchema = v.object({
  barsOpen: v.boolean(),
  dashboardOpen: v.boolean(),
  peopleFirst: v.boolean(),
})
type ViewChoices = v.InferOutput<typeof choicesSchema>

const DEFAULT: ViewChoices = { barsOpen: true, dashboardOpen: true, peopleFirst: false }
const choicesItem = storedItem('monitorView', choicesSchema, () => localStorage)

export function useViewChoices() {
  const choices = useStored(choicesItem) ?? DEFAULT
  const toggle = (choice: keyof ViewChoices) =>
    choicesItem.write({ ...choices, [choice]: !choices[choice] })
  return { ...choices, toggle }
}
