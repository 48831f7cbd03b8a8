import type { Interest } from '../interest.ts'

/** The texts that describe a person on every page. */
export const INTEREST_LABELS: Record<Interest, string> = {
  all: 'Todos',
  men: 'Homens',
  women: 'Mulheres',
}

export function tableLabel(table: string): string {
  return `Mesa ${table}`
}
