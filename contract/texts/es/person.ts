import type * as portuguese from '../person.ts'
import type { Translated } from '../translated.ts'

export const INTEREST_LABELS: Translated<typeof portuguese.INTEREST_LABELS> = {
  all: 'Todos',
  men: 'Hombres',
  women: 'Mujeres',
}

export const tableLabel: typeof portuguese.tableLabel = (table) => `Mesa ${table}`
