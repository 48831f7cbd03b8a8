import {
  manyEntered,
  manyLeft,
  monitorTexts,
  personEnteredBar,
  personLeftBar,
} from '#contract/texts/monitor.ts'
import type { Named } from '#web/ui/toast/grouped-toasts.ts'
import type { Arrivals, NamedPerson } from './arrivals.ts'

export const ARRIVAL_TEXTS = {
  entered: { title: monitorTexts.personEntered, one: personEnteredBar, many: manyEntered },
  left: { title: monitorTexts.personLeft, one: personLeftBar, many: manyLeft },
}

/** `bars`: names by id, of the bars that toasts tell of. */
export function toNamed(
  { entered, left }: Arrivals,
  bars: ReadonlyMap<string, string>,
  namesBar: boolean,
): { entered: Named[]; left: Named[] } {
  const inBars = (people: NamedPerson[]) =>
    people.flatMap(({ barId, name }) => {
      const barName = bars.get(barId)
      if (barName === undefined) return []
      return namesBar ? { name, hint: barName } : { name }
    })
  return { entered: inBars(entered), left: inBars(left) }
}
