import { useEffect } from 'react'
import { CodedError } from '#contract/errors.ts'
import { chatTexts } from '#contract/texts/chat.ts'
import { isUnreachable } from '#web/socket/room-state.ts'
import { useRoom, useRoomIncidents } from '#web/socket/use-room.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'

export function useChatToasts(): void {
  useRoomIncidents((incident) => {
    switch (incident.type) {
      case 'sendRefused':
        return showError(chatTexts.sendRefused)
      case 'sendCrashed':
        return showError(chatTexts.sendCrashed)
      case 'loadFailed':
        // The conversation says that there is no connection.
        if (!navigator.onLine) return
        return showError(
          incident.error instanceof CodedError ? chatTexts.loadRefused : chatTexts.loadCrashed,
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
    if (hasFailed && navigator.onLine) showError(chatTexts.loadCrashed)
  }, [hasFailed])
}

function showError(description: string): void {
  showToast({ title: chatTexts.errorTitle, description, tone: 'destructive', lang: 'en' })
}
