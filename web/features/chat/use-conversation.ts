import { useEffect, useMemo } from 'react'
import { UNLOADED } from '#web/socket/conversation.ts'
import { useRoom, useRoomClient } from '#web/socket/use-room.ts'
import { toTimeline } from './timeline.ts'

const NOTHING: readonly never[] = []

export function useConversation(partnerId: string) {
  const connection = useRoomClient()
  const ownId = useRoom((room) => room.you?.id ?? '')
  const conversation = useRoom((room) => room.conversations.get(partnerId) ?? UNLOADED)
  const unsent = useRoom((room) => room.unsent.get(partnerId) ?? NOTHING)

  const isLive = useRoom((room) => room.you !== null)
  useEffect(() => {
    // Before the first snapshot it is unknown whether the partner is in the bar.
    return isLive ? connection.history.open(partnerId) : undefined
  }, [connection, partnerId, isLive])

  const entries = useMemo(
    () => toTimeline(conversation.messages, unsent, ownId, Date.now()),
    [conversation.messages, unsent, ownId],
  )
  return { conversation, entries }
}
