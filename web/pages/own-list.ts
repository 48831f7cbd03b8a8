import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import { currentBarItem, ownIdItem } from '#web/session/visit-items.ts'

/** The list's address ends with the own id; with a table it is the address of a scanned code. */
export function toList(barId: string): string {
  return address(PAGES.table, { barId, tableId: ownIdItem.read() ?? '' })
}

/** The address of the form at the table of the last visit to this bar, if there was one. */
export function toFormOf(barId: string): string | null {
  const saved = currentBarItem.read()
  if (saved?.barId !== barId) return null
  return address(PAGES.table, { barId, tableId: saved.tableNumber })
}
