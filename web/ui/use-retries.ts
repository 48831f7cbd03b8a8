import { useEffect, useEffectEvent } from 'react'

const FIRST_MS = 4_000
const CAP_MS = 30_000

/** While something has failed: tries again when the network returns, and with back-off. */
export function useRetries(hasFailed: boolean, retry: () => unknown): void {
  const tryAgain = useEffectEvent(retry)
  useEffect(() => (hasFailed ? keepRetrying(() => tryAgain()) : undefined), [hasFailed])
}

/** Runs one attempt at a time: the next wait begins when it settles. Returns a function that ends it. */
export function keepRetrying(retry: () => unknown): () => void {
  const life = new AbortController()
  const { signal } = life
  let waitMs = FIRST_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTrying = false
  const wait = () => {
    if (signal.aborted) return
    // Jitter: everybody in a bar loses the network at once.
    timer = setTimeout(again, waitMs * Math.random())
    waitMs = Math.min(2 * waitMs, CAP_MS)
  }
  const again = async () => {
    if (isTrying) return
    isTrying = true
    clearTimeout(timer)
    await Promise.resolve(retry()).catch(() => undefined)
    isTrying = false
    wait()
  }
  wait()
  addEventListener('online', again, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
  return () => life.abort()
}
