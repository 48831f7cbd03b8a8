import { useOutletContext } from 'react-router'
import type { Erased } from '#contract/protocol.ts'
import type { BarState } from './use-bar.ts'
import type { LostBy } from './visit-ends.ts'

/** What a bar's pages get from their layout. */
export interface BarVisit {
  barId: string
  bar: BarState & { retry: () => void }
  /** Proves the visit in this bar; null without a profile. */
  secret: string | null
  /** How an earlier visit here ended without the patron wishing it. */
  lostBy: LostBy | null
  /** Forgets the visit and goes home, with what the room erased where it told. */
  goHome: (how: 'left' | 'tooLate', erased?: Erased) => void
}

export function useBarVisit(): BarVisit {
  return useOutletContext<BarVisit>()
}
