import { useOutletContext } from 'react-router'
import type { BarState } from './use-bar.ts'

/** What a bar's pages get from their layout. */
export interface BarVisit {
  barId: string
  bar: BarState & { retry: () => void }
  /** Proves the visit in this bar; null without a profile. */
  secret: string | null
  /** Whether an earlier visit here ended without the patron wishing it. */
  hasExpired: boolean
  /** Forgets the visit and goes home. */
  goHome: (how: 'left' | 'tooLate') => void
}

export function useBarVisit(): BarVisit {
  return useOutletContext<BarVisit>()
}
