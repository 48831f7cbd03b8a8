import { useEffect, useSyncExternalStore } from 'react'
import { useRoom, useRoomClient } from '#web/socket/use-room.ts'

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Without a delay: a quick look counts as read too. */
export function useReading(partnerId: string): void {
  const connection = useRoomClient()
  const isVisible = useSyncExternalStore(subscribeToVisibility, () => !document.hidden)
  const isLive = useRoom((room) => room.connection === 'live')
  const unread = useRoom((room) => room.unread.get(partnerId) ?? 0)
  const newest = useRoom((room) => room.conversations.get(partnerId)?.messages.at(-1)?.number ?? 0)

  useEffect(() => {
    if (!isVisible || !isLive || unread === 0 || newest === 0) return
    connection.read(partnerId, newest)
  }, [connection, partnerId, isVisible, isLive, unread, newest])
}
