import { useEffect, useEffectEvent } from 'react'
import { HOUR_MS } from '#contract/durations.ts'

/** A row that is only scrolled past asks nothing. */
const ASKED_AFTER_MS = 300

/** Asks once `isWanted` has been true for 300 ms, then after each full hour, and again after it was false. */
export function useAskWhenSettled(isWanted: boolean, ask: () => Promise<void>): void {
  const begin = useEffectEvent(() => void ask())
  useEffect(() => (isWanted ? askHourly(() => begin()) : undefined), [isWanted])
}

/** Returns a function that ends it. A night ends at a full hour, and a board stays open for days. */
export function askHourly(ask: () => void): () => void {
  let timer = setTimeout(askNow, ASKED_AFTER_MS)
  function askNow(): void {
    ask()
    timer = setTimeout(askNow, HOUR_MS - (Date.now() % HOUR_MS) + ASKED_AFTER_MS)
  }
  return () => clearTimeout(timer)
}
