import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False while the page takes over what the build has drawn, and true from then on. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
