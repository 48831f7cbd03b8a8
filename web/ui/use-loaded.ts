import { useCallback, useEffect, useState } from 'react'
import { useRetries } from './use-retries.ts'

interface Loadable {
  isLoaded: () => boolean
  load: () => Promise<unknown>
}

/** Whether a part that the page can do without is loaded. Tries again after a failure. */
export function useLoaded({ isLoaded, load }: Loadable): boolean {
  const [isHere, setIsHere] = useState(isLoaded)
  const attempt = useCallback(
    () =>
      void load().then(
        () => setIsHere(true),
        () => undefined,
      ),
    [load],
  )
  useEffect(attempt, [attempt])
  useRetries(!isHere, attempt)
  return isHere
}
