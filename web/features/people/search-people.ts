import { isFoundBy, toSearchText } from '#contract/people-search.ts'
import type { PublicPerson } from '#contract/person.ts'

/** Those whose name contains, or whose table is, what was typed; accents and case do not matter. */
export function searchPeople(
  people: readonly PublicPerson[],
  typed: string,
): readonly PublicPerson[] {
  const wanted = toSearchText(typed)
  if (wanted === '') return people
  return people.filter((person) => isFoundBy(wanted, person))
}
