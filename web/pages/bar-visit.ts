import { useOutletContext } from 'react-router'
import type { Erased } from '#contract/protocol.ts'
import type { BarState } from './use-bar.ts'

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

export type LostBy = 'expired' | 'removed' | 'closed' | 'takenBack'

export function useBarVisit(): BarVisit {
  return useOutletContext<BarVisit>()
}
