import { useEffect } from 'react'
import { chatErrorTexts } from '#contract/texts/chat-errors.ts'
import { isDown } from '#web/socket/room-state.ts'
import { useRoom, useRoomIncidents } from '#web/socket/use-room.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'

export function useChatToasts(): void {
  useRoomIncidents((incident) => {
    switch (incident.type) {
      case 'sendRefused':
        return showChatError(chatErrorTexts.sendRefused)
      case 'sendCrashed':
        return showChatError(chatErrorTexts.sendCrashed)
      case 'loadRefused':
        return showChatError(chatErrorTexts.loadRefused)
    }
  })
}

/** Messages come over the connection alone: an outage is their failure. */
export function useUnreachableToast(partnerId: string): void {
  const through = useRoom((room) => room.conversations.get(partnerId)?.completeThrough ?? null)
  const hasFailed = useRoom(isDown) && through === null
  useEffect(() => {
    if (hasFailed && navigator.onLine) showChatError(chatErrorTexts.loadCrashed)
  }, [hasFailed])
}

function showChatError(description: string): void {
  showToast({ title: chatErrorTexts.title, description, tone: 'destructive', lang: 'en' })
}
