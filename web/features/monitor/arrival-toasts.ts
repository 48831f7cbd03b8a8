import {
  manyEntered,
  manyLeft,
  monitorTexts,
  personEnteredBar,
  personLeftBar,
} from '#contract/texts/monitor.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Toasts } from '#web/ui/toast/grouped-toasts.ts'
import { GroupedToasts } from '#web/ui/toast/grouped-toasts.ts'
import type { Arrivals, NamedPerson } from './arrivals.ts'

export class ArrivalToasts {
  readonly #entered: GroupedToasts
  readonly #left: GroupedToasts

  constructor(toasts: Toasts) {
    const windowMs = TIMINGS.entryToastWindowMs
    const entered = { title: monitorTexts.personEntered, one: personEnteredBar }
    const left = { title: monitorTexts.personLeft, one: personLeftBar }
    this.#entered = new GroupedToasts(toasts, { ...entered, many: manyEntered }, windowMs)
    this.#left = new GroupedToasts(toasts, { ...left, many: manyLeft }, windowMs)
  }

  show({ entered, left }: Arrivals, isKnown: (barId: string) => boolean): void {
    const namesOf = (people: NamedPerson[]) =>
      people.filter(({ barId }) => isKnown(barId)).map(({ name }) => name)
    this.#entered.happened(namesOf(entered))
    this.#left.happened(namesOf(left))
  }
}
