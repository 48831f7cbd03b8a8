import type { Searched } from '#contract/people-search.ts'
import { isMatch, toSearched, toSearchText } from '#contract/people-search.ts'
import type { PublicPerson } from '#contract/person.ts'

/** Normalising thousands of names costs most of a search, and a full bar asks 20 times a second. */
const searched = new WeakMap<PublicPerson, Searched>()

/** People whose name contains the text or whose table equals it, without accents and case. */
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
