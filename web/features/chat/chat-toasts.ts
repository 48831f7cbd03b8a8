import { useEffect } from 'react'
import { CodedError } from '#contract/errors.ts'
import { chatErrorTexts } from '#contract/texts/chat-errors.ts'
import { isUnreachable } from '#web/socket/room-state.ts'
import { useRoom, useRoomIncidents } from '#web/socket/use-room.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'

export function useChatToasts(): void {
  useRoomIncidents((incident) => {
    switch (incident.type) {
      case 'sendRefused':
        return showChatError(chatErrorTexts.sendRefused)
      case 'sendCrashed':
        return showChatError(chatErrorTexts.sendCrashed)
      case 'loadFailed':
        // The conversation says that there is no connection.
        if (!navigator.onLine) return
        return showChatError(
          incident.error instanceof CodedError
            ? chatErrorTexts.loadRefused
            : chatErrorTexts.loadCrashed,
        )
      case 'events':
      case 'phoneUsed':
      case 'message':
        return
    }
  })
}

/** No messages are requested before the first snapshot: an outage is their failure. */
export function useUnreachableToast(): void {
  const hasFailed = useRoom(isUnreachable)
  useEffect(() => {
    if (hasFailed && navigator.onLine) showChatError(chatErrorTexts.loadCrashed)
  }, [hasFailed])
}

function showChatError(description: string): void {
  showToast({ title: chatErrorTexts.title, description, tone: 'destructive', lang: 'en' })
}
