import { useEffect, useRef } from 'react'
import { TIMINGS } from '#contract/timings.ts'
import { useRoomClient, useRoomIncidents } from '#web/socket/use-room.ts'

/** Keeps who writes to this person: until their message comes, or they have not said it for a while. */
export function useTyping(): void {
  const { store } = useRoomClient()
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const show = () => store.dispatch({ type: 'typing', typing: new Set(timers.current.keys()) })
  const end = (personId: string) => {
    clearTimeout(timers.current.get(personId))
    if (timers.current.delete(personId)) show()
  }
  useRoomIncidents((incident) => {
    if (incident.type === 'message') end(incident.message.from)
    if (incident.type !== 'typing') return
    const { personId } = incident
    const isNew = !timers.current.has(personId)
    clearTimeout(timers.current.get(personId))
    timers.current.set(
      personId,
      setTimeout(() => end(personId), TIMINGS.typingShownMs),
    )
    if (isNew) show()
  })
  useEffect(() => {
    const { current } = timers
    return () => current.forEach(clearTimeout)
  }, [])
}
