import type * as portuguese from '../person.ts'
import type { Translated } from '../translated.ts'

export const INTEREST_LABELS: Translated<typeof portuguese.INTEREST_LABELS> = {
  all: 'Todos',
  men: 'Hombres',
  women: 'Mujeres',
}

const PLACES = new Map(
  Object.entries({ Balcão: 'En la barra', Pista: 'En la pista', 'Em pé': 'De pie' }),
)

export const placeLabel: typeof portuguese.placeLabel = (table) => PLACES.get(table)

export const tableLabel: typeof portuguese.tableLabel = (table) =>
  placeLabel(table) ?? `Mesa ${table}`
