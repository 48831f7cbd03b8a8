import type * as portuguese from '../person.ts'
import type { Translated } from '../translated.ts'

export const INTEREST_LABELS: Translated<typeof portuguese.INTEREST_LABELS> = {
  all: 'Everyone',
  men: 'Men',
  women: 'Women',
}

const PLACES = new Map(
  Object.entries({ Balcão: 'At the bar', Pista: 'Dancing', 'Em pé': 'Standing' }),
)

export const placeLabel: typeof portuguese.placeLabel = (table) => PLACES.get(table)

export const tableLabel: typeof portuguese.tableLabel = (table) =>
  placeLabel(table) ?? `Table ${table}`
