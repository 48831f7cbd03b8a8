import { useEffect, useState } from 'react'
import type { RoomEvent } from '#contract/protocol.ts'
import { enteredBar, layerTexts, manyEnteredBar, manyLeftBar } from '#contract/texts/layers.ts'
import { leftBar } from '#contract/texts/people.ts'
import { TIMINGS } from '#contract/timings.ts'
import { useRoomClient, useRoomIncidents } from '#web/socket/use-room.ts'
import type { Toasts } from '#web/ui/toast/grouped-toasts.ts'
import { GroupedToasts } from '#web/ui/toast/grouped-toasts.ts'
import { showToast, toastStore } from '#web/ui/toast/show-toast.ts'

/** Toasts for people who enter or leave. */
export function usePeopleToasts(): void {
  const { store } = useRoomClient()
  const [toasts] = useState(
    () =>
      new PeopleToasts({ show: showToast, update: (id, words) => toastStore.update(id, words) }),
  )
  useEffect(() => () => toasts.end(), [toasts])
  useRoomIncidents((incident) => {
    if (incident.type === 'events') toasts.show(incident.events, store.getState().you?.id)
  })
}

/** For new profiles and ended visits, not for changes of presence. */
export class PeopleToasts {
  readonly #entered: GroupedToasts
  readonly #left: GroupedToasts

  constructor(toasts: Toasts) {
    const grouped = (title: string, one: typeof enteredBar, many: typeof manyEnteredBar) =>
      new GroupedToasts(toasts, { title, one, many }, TIMINGS.entryToastWindowMs)
    this.#entered = grouped(layerTexts.newPerson, enteredBar, manyEnteredBar)
    this.#left = grouped(layerTexts.personLeft, leftBar, manyLeftBar)
  }

  show(events: readonly RoomEvent[], ownId: string | undefined): void {
    this.#entered.happened(
      events.flatMap((event) =>
        event.kind === 'entered' && event.person.id !== ownId ? event.person : [],
      ),
    )
    this.#left.happened(
      events.flatMap((event) =>
        event.kind === 'left' && event.name !== '' && event.personId !== ownId ? event : [],
      ),
    )
  }

  /** The list is left. */
  end(): void {
    this.#entered.end()
    this.#left.end()
  }
}
