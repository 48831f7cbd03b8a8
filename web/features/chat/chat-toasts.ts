import { useEffect } from 'react'
import { CodedError } from '#contract/errors.ts'
import { chatTexts } from '#contract/texts/chat.ts'
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
        return showError(
          incident.error instanceof CodedError ? chatTexts.loadRefused : chatTexts.loadCrashed,
        )
      case 'events':
      case 'phoneUsed':
        return
    }
  })
}

/** No messages are requested before the first snapshot: an outage is their failure. */
export function useUnreachableToast(): void {
  const isUnreachable = useRoom((room) => room.you === null && room.connection === 'down')
  useEffect(() => {
    if (isUnreachable) showError(chatTexts.loadCrashed)
  }, [isUnreachable])
}

function showError(description: string): void {
  showToast({ title: chatTexts.errorTitle, description, tone: 'destructive', lang: 'en' })
}
