import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { RoomClient, RoomIncident } from './room-client.ts'
import type { RoomState } from './room-state.ts'

/** A visit: its bar, and the secret that proves it. */
export interface Visit {
  barId: string
  secret: string
}

export const RoomContext = createContext<(Visit & { client: RoomClient }) | null>(null)

function useRoomContext() {
  const room = use(RoomContext)
  if (!room) throw new Error('outside of a bar with a profile')
  return room
}

export const useVisit = (): Visit => useRoomContext()

export const useRoomClient = (): RoomClient => useRoomContext().client

/** `select` must return what the state holds, not a new object. */
export function useRoom<T>(select: (state: RoomState) => T): T {
  const { store } = useRoomClient()
  const read = () => select(store.read())
  return useSyncExternalStore(store.subscribe, read, read)
}

/** The same, throttled: for lists that change with every arrival and departure. */
export function usePacedRoom<T>(select: (state: RoomState) => T): T {
  const { paced } = useRoomClient()
  const read = () => select(paced.read())
  return useSyncExternalStore(paced.subscribe, read, read)
}

export function useRoomIncidents(listener: (incident: RoomIncident) => void): void {
  const client = useRoomClient()
  const onIncident = useEffectEvent(listener)
  useEffect(() => client.onIncident((incident) => onIncident(incident)), [client])
}
