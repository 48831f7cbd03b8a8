import { useEffect, useEffectEvent } from 'react'

/** While somebody scrolls by, nothing is asked. */
const ASKED_AFTER_MS = 300

/** Asks once `isWanted` has been true for 300 ms, and again after it was false. */
export function useInSight(isWanted: boolean, ask: () => Promise<void>): void {
  const begin = useEffectEvent(() => void ask())
  useEffect(() => {
    if (!isWanted) return
    const timer = setTimeout(begin, ASKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isWanted])
}
