import { useSyncExternalStore } from 'react'

const desk = watch('(width >= 64rem)')
const wide = watch('(width >= 51rem)')
const onNoScreen = () => false

/** Wide enough for a list beside a chat. */
export function useIsDesk(): boolean {
  return useSyncExternalStore(desk.subscribe, desk.read, onNoScreen)
}

/** Wide enough for conversations beside the other people of a list. */
export function useIsWide(): boolean {
  return useSyncExternalStore(wide.subscribe, wide.read, onNoScreen)
}

/** Pages are drawn by the build too, where there is no screen. */
function watch(media: string) {
  const query = globalThis.matchMedia?.(media)
  return {
    subscribe(listener: () => void) {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    read: () => query.matches,
  }
}
