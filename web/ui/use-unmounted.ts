import { useLayoutEffect, useRef } from 'react'

/** Returns a signal that is aborted once the component has gone: an answer may come after its page was left. */
export function useUnmounted(): () => AbortSignal {
  const unmounted = useRef(new AbortController())
  // A plain effect is cleaned up some time after the component has gone.
  useLayoutEffect(() => {
    unmounted.current = new AbortController()
    return () => unmounted.current.abort()
  }, [])
  return () => unmounted.current.signal
}
