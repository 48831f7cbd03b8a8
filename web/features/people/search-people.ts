import { isMatch, toSearchText } from '#contract/people-search.ts'
import type { PublicPerson } from '#contract/person.ts'

/** People whose name contains the text or whose table equals it, without accents and case. */
export function searchPeople(
  people: readonly PublicPerson[],
  typed: string,
): readonly PublicPerson[] {
  const wanted = toSearchText(typed)
  return wanted === '' ? people : people.filter((person) => isMatch(wanted, person))
}
