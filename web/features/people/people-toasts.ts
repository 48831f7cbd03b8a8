import { useEffect, useState } from 'react'
import type { RoomEvent } from '#contract/protocol.ts'
import { enteredBar, layerTexts, manyEnteredBar, manyLeftBar } from '#contract/texts/layers.ts'
import { leftBar } from '#contract/texts/people.ts'
import { TIMINGS } from '#contract/timings.ts'
import { useRoomClient, useRoomIncidents } from '#web/socket/use-room.ts'
import type { Named } from '#web/ui/toast/grouped-toasts.ts'
import { MoveToasts } from '#web/ui/toast/grouped-toasts.ts'
import { toastStore } from '#web/ui/toast/show-toast.ts'

export const MOVE_TEXTS = {
  entered: { title: layerTexts.newPerson, one: enteredBar, many: manyEnteredBar },
  left: { title: layerTexts.personLeft, one: leftBar, many: manyLeftBar },
}

/** Toasts for people who enter or leave. */
export function usePeopleToasts(): void {
  const { store } = useRoomClient()
  const [toasts] = useState(
    () => new MoveToasts(toastStore, MOVE_TEXTS, TIMINGS.entryToastWindowMs),
  )
  useEffect(() => () => toasts.end(), [toasts])
  useRoomIncidents((incident) => {
    if (incident.type === 'events') toasts.show(toMoves(incident.events, store.read().you?.id))
  })
}

/** New profiles and ended visits, not changes of presence. */
export function toMoves(
  events: readonly RoomEvent[],
  ownId: string | undefined,
): { entered: Named[]; left: Named[] } {
  return {
    entered: events.flatMap((event) =>
      event.kind === 'entered' && event.person.id !== ownId ? event.person : [],
    ),
    left: events.flatMap((event) =>
      event.kind === 'left' && event.name !== '' && event.personId !== ownId ? event : [],
    ),
  }
}
