import { focusHeading } from '#web/ui/focus-heading.ts'

/** Form and list share one URL, so no navigation resets scroll and focus. */
export function beginAnew(): void {
  scrollTo(0, 0)
  focusHeading()
}
