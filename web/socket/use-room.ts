import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { RoomIncident } from './incidents.ts'
import type { RoomConnection } from './room-connection.ts'
import type { RoomState } from './state.ts'

export const RoomContext = createContext<RoomConnection | null>(null)

export function useRoomConnection(): RoomConnection {
  const connection = use(RoomContext)
  if (!connection) throw new Error('useRoomConnection outside of a bar with a profile')
  return connection
}

/** `select` must return what the state holds, not a new object. */
export function useRoom<T>(select: (state: RoomState) => T): T {
  const { store } = useRoomConnection()
  const read = () => select(store.getState())
  return useSyncExternalStore(store.subscribe, read, read)
}

/** The same for what shows everybody's coming and going: in a rush a moment later. */
export function usePacedRoom<T>(select: (state: RoomState) => T): T {
  const { paced } = useRoomConnection()
  const read = () => select(paced.getState())
  return useSyncExternalStore(paced.subscribe, read, read)
}

export function useRoomIncidents(listener: (incident: RoomIncident) => void): void {
  const connection = useRoomConnection()
  const tell = useEffectEvent(listener)
  useEffect(() => connection.onIncident((incident) => tell(incident)), [connection])
}
