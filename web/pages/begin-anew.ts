import { focusHeading } from '#web/ui/focus-heading.ts'

/** The form and the list take each other's place under one address, where nobody else begins anew. */
export function beginAnew(): void {
  scrollTo(0, 0)
  focusHeading()
}
