import type { Entered } from '#contract/entered.ts'
import { VISIT_SECRET_KEY } from '#contract/stored-keys.ts'
import { TIMINGS } from '#contract/timings.ts'

type Items = Record<string, string>

/** The visit as a page stores it in session storage. */
export function toSessionItems(
  { id: barId, name: barName }: { id: string; name: string },
  { person, secret }: Pick<Entered, 'person' | 'secret'>,
): Items {
  const { id, name, phone, photo, interest, table } = person
  return {
    [VISIT_SECRET_KEY]: JSON.stringify({ barId, barName, secret }),
    currentBar: JSON.stringify({ barId, barName, tableNumber: table }),
    userId: id,
    userProfile: JSON.stringify({ name, phone, photo, interest }),
  }
}

/** The keys that the browser keeps in local storage. */
export function toLocalItems(barId: string, { deviceKey, mark }: Entered): Items {
  const until = Date.now() + TIMINGS.markMs
  return {
    deviceKeys: JSON.stringify({ [barId]: deviceKey }),
    marks: JSON.stringify({ [barId]: { mark, until } }),
  }
}
