import type { Interest } from '../interest.ts'

/** What is said of a person wherever one is shown. */
export const INTEREST_LABELS: Record<Interest, string> = {
  all: 'Todos',
  men: 'Homens',
  women: 'Mulheres',
}

export function tableLabel(table: string): string {
  return `Mesa ${table}`
}
