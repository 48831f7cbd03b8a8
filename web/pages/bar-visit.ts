import { useOutletContext } from 'react-router'
import type { Erased } from '#contract/protocol.ts'
import type { BarState } from './use-bar.ts'
import type { LostBy } from './visit-ends.ts'

export interface BarVisit {
  barId: string
  bar: BarState & { retry: () => void }
  /** Proves the visit in this bar; null without a profile. */
  secret: string | null
  lostBy: LostBy | null
  goHome: (how: 'left' | 'tooLate', erased?: Erased) => void
}

export function useBarVisit(): BarVisit {
  return useOutletContext<BarVisit>()
}
