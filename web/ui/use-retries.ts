import { useEffect, useEffectEvent } from 'react'

const FIRST_MS = 4_000
const CAP_MS = 30_000

/** While something has failed: tries again when the network returns, and with back-off. */
export function useRetries(hasFailed: boolean, retry: () => void): void {
  const tryAgain = useEffectEvent(retry)
  useEffect(() => {
    if (!hasFailed) return
    let waitMs = FIRST_MS
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      clearTimeout(timer)
      // Jitter: everybody in a bar loses the network at once.
      timer = setTimeout(again, waitMs * Math.random())
      waitMs = Math.min(2 * waitMs, CAP_MS)
    }
    const again = () => {
      tryAgain()
      wait()
    }
    wait()
    addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', again)
    }
  }, [hasFailed])
}
