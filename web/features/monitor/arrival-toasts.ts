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

  /** `bars`: names by id, of the bars that toasts tell of. */
  show({ entered, left }: Arrivals, bars: ReadonlyMap<string, string>, namesBar: boolean): void {
    const inBars = (people: NamedPerson[]) =>
      people.flatMap(({ barId, name }) => {
        const barName = bars.get(barId)
        if (barName === undefined) return []
        return namesBar ? { name, hint: barName } : { name }
      })
    this.#entered.happened(inBars(entered))
    this.#left.happened(inBars(left))
  }

  /** The board is left. */
  end(): void {
    this.#entered.end()
    this.#left.end()
  }
}
