import {
  customerEntered,
  customerGone,
  manyCustomersEntered,
  manyCustomersGone,
  monitorTexts,
} from '#contract/texts/monitor.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Toasts } from '#web/ui/toast/grouped-toasts.ts'
import { GroupedToasts } from '#web/ui/toast/grouped-toasts.ts'
import type { Movements } from './movements.ts'

export class CustomerToasts {
  readonly #entered: GroupedToasts
  readonly #left: GroupedToasts

  constructor(toasts: Toasts) {
    const windowMs = TIMINGS.entryToastWindowMs
    const entered = { title: monitorTexts.newCustomer, one: customerEntered }
    const left = { title: monitorTexts.customerLeft, one: customerGone }
    this.#entered = new GroupedToasts(toasts, { ...entered, many: manyCustomersEntered }, windowMs)
    this.#left = new GroupedToasts(toasts, { ...left, many: manyCustomersGone }, windowMs)
  }

  tell({ entered, left }: Movements, isKnown: (barId: string) => boolean): void {
    const namesOf = (movements: Movements['entered']) =>
      movements.filter(({ barId }) => isKnown(barId)).map(({ name }) => name)
    this.#entered.happened(namesOf(entered))
    this.#left.happened(namesOf(left))
  }
}
