import { useEffect, useEffectEvent, useState } from 'react'

/** `ms`: until the answer was here. */
export type Check<T> = 'loading' | 'failed' | { value: T; ms: number }

/** What is true now, asked once and with each `refresh`. It keeps the old answer meanwhile. */
export function useCheck<T>(
  ask: () => Promise<T>,
): [check: Check<T>, refresh: () => Promise<void>] {
  const [check, setCheck] = useState<Check<T>>('loading')
  async function refresh(): Promise<void> {
    const startedAt = performance.now()
    const answer = await ask().then(
      (value) => ({ value, ms: Math.round(performance.now() - startedAt) }),
      () => 'failed' as const,
    )
    setCheck(answer)
  }
  const begin = useEffectEvent(refresh)
  useEffect(() => void begin(), [])
  return [check, refresh]
}
