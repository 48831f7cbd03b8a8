import type { Searched } from '#contract/people-search.ts'
import { isMatch, toSearched, toSearchText } from '#contract/people-search.ts'
import type { PublicPerson } from '#contract/person.ts'

/** Taking thousands of names apart costs most of a search, and a rush asks for it twenty times a second. */
const searched = new WeakMap<PublicPerson, Searched>()

/** Those whose name contains, or whose table is, what was typed; accents and case do not matter. */
export function searchPeople(
  people: readonly PublicPerson[],
  typed: string,
): readonly PublicPerson[] {
  const wanted = toSearchText(typed)
  if (wanted === '') return people
  return people.filter((person) => isMatch(wanted, recall(person)))
}

function recall(person: PublicPerson): Searched {
  const known = searched.get(person) ?? toSearched(person)
  searched.set(person, known)
  return known
}
