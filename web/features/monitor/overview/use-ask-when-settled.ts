import { useEffect, useEffectEvent } from 'react'

/** A row that is only scrolled past asks nothing. */
const ASKED_AFTER_MS = 300

/** Asks once `isWanted` has been true for 300 ms, and again after it was false. */
export function useAskWhenSettled(isWanted: boolean, ask: () => Promise<void>): void {
  const begin = useEffectEvent(() => void ask())
  useEffect(() => {
    if (!isWanted) return
    const timer = setTimeout(begin, ASKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isWanted])
}
