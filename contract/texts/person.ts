import type { Interest } from '../interest.ts'

/** The texts that describe a person on every page. */
export const INTEREST_LABELS: Record<Interest, string> = {
  all: 'Todos',
  men: 'Homens',
  women: 'Mulheres',
}

const PLACES = new Map(Object.entries({ Balcão: 'No balcão', Pista: 'Na pista', 'Em pé': 'Em pé' }))

/** Where a person is who has no table. Undefined for a table. */
export function placeLabel(table: string): string | undefined {
  return PLACES.get(table)
}

export function tableLabel(table: string): string {
  return placeLabel(table) ?? `Mesa ${table}`
}
