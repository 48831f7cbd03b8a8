import { useSyncExternalStore } from 'react'

/** Wide enough for a list beside a chat. Pages are drawn by the build too, where there is no screen. */
const desk = globalThis.matchMedia?.('(width >= 64rem)')

export function useIsDesk(): boolean {
  return useSyncExternalStore(subscribe, readIsDesk, () => false)
}

function subscribe(listener: () => void): () => void {
  desk.addEventListener('change', listener)
  return () => desk.removeEventListener('change', listener)
}

function readIsDesk(): boolean {
  return desk.matches
}
