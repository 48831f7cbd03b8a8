import type { RoomEvent } from '#contract/protocol.ts'
import {
  enteredBar,
  leftBar,
  manyEnteredBar,
  manyLeftBar,
  peopleTexts,
} from '#contract/texts/people.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Toasts } from '#web/ui/toast/grouped-toasts.ts'
import { GroupedToasts } from '#web/ui/toast/grouped-toasts.ts'

/** Toasts for profiles made and visits ended; a presence that comes and goes is neither. */
export class MovementToasts {
  readonly #entered: GroupedToasts
  readonly #left: GroupedToasts

  constructor(toasts: Toasts) {
    const grouped = (title: string, one: typeof enteredBar, many: typeof manyEnteredBar) =>
      new GroupedToasts(toasts, { title, one, many }, TIMINGS.entryToastWindowMs)
    this.#entered = grouped(peopleTexts.newPerson, enteredBar, manyEnteredBar)
    this.#left = grouped(peopleTexts.personLeft, leftBar, manyLeftBar)
  }

  tell(events: readonly RoomEvent[], ownId: string | undefined): void {
    this.#entered.happened(
      events.flatMap((event) =>
        event.kind === 'entered' && event.person.id !== ownId ? event.person.name : [],
      ),
    )
    this.#left.happened(
      events.flatMap((event) =>
        event.kind === 'left' && event.personId !== ownId ? event.name : [],
      ),
    )
  }
}
