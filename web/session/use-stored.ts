import { useSyncExternalStore } from 'react'
import type { StoredItem } from './stored-item.ts'
import { subscribeToSession } from './stored-item.ts'

export function useStored<T>(item: StoredItem<T>): T | null {
  return useSyncExternalStore(subscribeToSession, item.read, item.read)
}
