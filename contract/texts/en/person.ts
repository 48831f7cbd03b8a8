import type * as portuguese from '../person.ts'
import type { Translated } from '../translated.ts'

export const INTEREST_LABELS: Translated<typeof portuguese.INTEREST_LABELS> = {
  all: 'Everyone',
  men: 'Men',
  women: 'Women',
}

export const tableLabel: typeof portuguese.tableLabel = (table) => `Table ${table}`
