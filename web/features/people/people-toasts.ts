import { useEffect, useRef, useState } from 'react'
import type { RoomEvent } from '#contract/protocol.ts'
import {
  enteredBar,
  leftBar,
  manyEnteredBar,
  manyLeftBar,
  peopleTexts,
} from '#contract/texts/people.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import { isUnreachable } from '#web/socket/room-state.ts'
import { useRoom, useRoomClient, useRoomIncidents } from '#web/socket/use-room.ts'
import type { Toasts } from '#web/ui/toast/grouped-toasts.ts'
import { GroupedToasts } from '#web/ui/toast/grouped-toasts.ts'
import { showToast, toastStore } from '#web/ui/toast/show-toast.ts'

/** Toasts for people who enter or leave, and one if the list does not load. */
export function usePeopleToasts(): void {
  const { store } = useRoomClient()
  const [toasts] = useState(
    () => new PeopleToasts({ show: showToast, dismiss: (id) => toastStore.dismiss(id) }),
  )
  useRoomIncidents((incident) => {
    if (incident.type === 'events') toasts.show(incident.events, store.getState().you?.id)
  })
  useLoadFailedToast()
}

function useLoadFailedToast(): void {
  const isLoaded = useRoom((room) => room.you !== null)
  const hasFailed = useRoom(isUnreachable)
  const isShown = useRef(false)

  useEffect(() => {
    if (isLoaded) return toastStore.dismissErrors()
    if (isShown.current) return
    const show = () => {
      // The list says that there is no connection.
      if (!navigator.onLine) return
      isShown.current = true
      showToast({
        title: sharedTexts.error,
        description: peopleTexts.loadFailed,
        tone: 'destructive',
      })
    }
    if (hasFailed) return show()
    const timer = setTimeout(show, TIMINGS.snapshotWithinMs)
    return () => clearTimeout(timer)
  }, [isLoaded, hasFailed])
}

/** For new profiles and ended visits, not for changes of presence. */
export class PeopleToasts {
  readonly #entered: GroupedToasts
  readonly #left: GroupedToasts

  constructor(toasts: Toasts) {
    const grouped = (title: string, one: typeof enteredBar, many: typeof manyEnteredBar) =>
      new GroupedToasts(toasts, { title, one, many }, TIMINGS.entryToastWindowMs)
    this.#entered = grouped(peopleTexts.newPerson, enteredBar, manyEnteredBar)
    this.#left = grouped(peopleTexts.personLeft, leftBar, manyLeftBar)
  }

  show(events: readonly RoomEvent[], ownId: string | undefined): void {
    this.#entered.happened(
      events.flatMap((event) =>
        event.kind === 'entered' && event.person.id !== ownId ? event.person : [],
      ),
    )
    this.#left.happened(
      events.flatMap((event) => (event.kind === 'left' && event.personId !== ownId ? event : [])),
    )
  }
}
