import { useOutletContext } from 'react-router'
import type { BarLookup } from '#web/pages/entry/use-bar.ts'
import { toBarName } from '#web/pages/entry/use-bar.ts'
import { useStored } from '#web/session/stored-item.ts'
import { visitSecretItem } from '#web/session/visit-items.ts'

/** The connection ended for good; the visit goes on. */
export type StopReason = 'elsewhere' | 'banned' | 'outdated'

/** The visit ended against the person's will. */
export type LostBy = 'expired' | 'removed' | 'closed' | 'emptied'

export interface BarVisit {
  barId: string
  bar: BarLookup
  /** Proves the visit in this bar; null without a profile. */
  secret: string | null
  /** Whether the person had a visit when they came to this address, as by a second scan. */
  cameInside: boolean
  lostBy: LostBy | null
  /** Opens "Preciso de ajuda". */
  askHelp: () => void
  isLeaving: boolean
  /** Ends the visit, and leads to the landing page. */
  leave: () => void
}

export function useBarVisit(): BarVisit {
  return useOutletContext<BarVisit>()
}

export function useBarName(): string {
  const { bar } = useBarVisit()
  const kept = useStored(visitSecretItem)
  return bar.bar?.name ?? (kept?.barName || toBarName(bar))
}
