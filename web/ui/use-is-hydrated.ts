import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False during hydration, true afterwards. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
