import { useEffect, useRef, useState } from 'react'
import { peopleTexts } from '#contract/texts/people.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import { useRoom, useRoomClient, useRoomIncidents } from '#web/socket/use-room.ts'
import { showToast, toastStore } from '#web/ui/toast/show-toast.ts'
import { MovementToasts } from './movement-toasts.ts'

/** What is told beside the list: who comes and goes, and once that it could not be loaded. */
export function usePeopleToasts(): void {
  const { store } = useRoomClient()
  const [movement] = useState(
    () => new MovementToasts({ show: showToast, dismiss: (id) => toastStore.dismiss(id) }),
  )
  useRoomIncidents((incident) => {
    if (incident.type === 'events') movement.tell(incident.events, store.getState().you?.id)
  })
  useLoadFailedToast()
}

function useLoadFailedToast(): void {
  const isLoaded = useRoom((room) => room.you !== null)
  const hasFailed = useRoom((room) => room.you === null && room.connection === 'down')
  const isTold = useRef(false)

  useEffect(() => {
    if (isLoaded || isTold.current) return
    const tell = () => {
      isTold.current = true
      showToast({
        title: sharedTexts.error,
        description: peopleTexts.loadFailed,
        tone: 'destructive',
      })
    }
    if (hasFailed) return tell()
    const timer = setTimeout(tell, TIMINGS.snapshotWithinMs)
    return () => clearTimeout(timer)
  }, [isLoaded, hasFailed])
}
