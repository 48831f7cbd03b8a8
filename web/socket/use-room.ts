import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { CLOSE } from '#contract/protocol.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import type { RoomClient, RoomIncident } from './room-client.ts'
import type { RoomState } from './room-state.ts'
import { isKnownAbsent } from './room-state.ts'

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

/** Why there is no connection, in words; `otherwise` if no more is known. */
export function useOutage(otherwise: string): string {
  return useRoom(({ closeCode, isBlocked }) => {
    if (closeCode === CLOSE.barFull) return peopleTexts.barFull
    return isBlocked ? peopleTexts.blockedNetwork : otherwise
  })
}

/**
 * A person by id. The room is asked about one who is not loaded; `isAbsent` once it is sure that they are not
 * in the bar.
 */
export function usePerson(personId: string) {
  const connection = useRoomClient()
  const person = useRoom((room) => room.people.get(personId))
  const isAbsent = useRoom((room) => room.you !== null && isKnownAbsent(room, personId))
  const isLive = useRoom((room) => room.connection === 'live')
  const isKnown = person !== undefined
  useEffect(() => {
    if (isLive && !isKnown) connection.people.find(personId)
  }, [connection, personId, isLive, isKnown])
  return { person, isAbsent }
}

/** Like `useRoom`, but throttled: for lists that change with every arrival and departure. */
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
