import { useEffect, useState } from 'react'
import type { Partner } from '#web/features/chat/conversation-card.tsx'
import { chatTargetItem } from '#web/session/patron-session.ts'
import { useRoom, useRoomClient } from '#web/socket/use-room.ts'

/** Null until known. Before the first snapshot: the name from the list. `unknown`: not in the bar. */
export function usePartner(partnerId: string): Partner | 'unknown' | null {
  const person = useRoom((room) => room.people.get(partnerId))
  const isLoaded = useRoom((room) => room.you !== null)
  // Not everybody is loaded: only a search of the whole bar proves absence.
  const isAsked = useRoom((room) => room.next === null || room.found === partnerId)
  const isLive = useRoom((room) => room.connection === 'live')
  const isKnown = person !== undefined
  const connection = useRoomClient()
  useEffect(() => {
    if (isLive && !isKnown) connection.findPerson(partnerId)
  }, [connection, partnerId, isLive, isKnown])
  const [name, setName] = useState(() => readTargetName(partnerId))
  const [wasHere, setWasHere] = useState(false)
  if (person && (!wasHere || name !== person.name)) {
    setName(person.name)
    setWasHere(true)
  }
  if (person) {
    return { id: partnerId, name: person.name, presence: person.online ? 'online' : 'offline' }
  }
  if (!isLoaded || !isAsked)
    return name === null ? null : { id: partnerId, name, presence: 'offline' }
  return wasHere && name !== null ? { id: partnerId, name, presence: 'left' } : 'unknown'
}

function readTargetName(partnerId: string): string | null {
  const target = chatTargetItem.read()
  return target?.userId === partnerId ? target.userName : null
}
