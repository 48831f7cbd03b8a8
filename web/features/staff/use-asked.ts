import { useEffect, useEffectEvent, useState } from 'react'

export interface Asked<T> {
  /** Undefined until the answer has come. */
  value: T | undefined
  hasFailed: boolean
  set: (value: T) => void
  ask: () => Promise<void>
}

/** Asks once when it is shown. A value that came before stays. */
export function useAsked<T>(fetch: () => Promise<T>): Asked<T> {
  const [value, set] = useState<T>()
  const [hasFailed, setHasFailed] = useState(false)

  async function ask(signal?: AbortSignal): Promise<void> {
    const answer = await fetch().then(
      (found) => ({ found }),
      () => null,
    )
    if (signal?.aborted) return
    setHasFailed(answer === null)
    if (answer) set(answer.found)
  }
  const begin = useEffectEvent(ask)
  useEffect(() => {
    const abort = new AbortController()
    void begin(abort.signal)
    return () => abort.abort()
  }, [])
  return { value, hasFailed, set, ask: () => ask() }
}
