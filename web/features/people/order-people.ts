import { compareNames } from '#contract/people-order.ts'
import { isFoundBy, toSearchText } from '#contract/people-search.ts'
import type { PublicPerson } from '#contract/person.ts'

/** Yourself first, then who wrote to you, then who is online, then the others; each by name. */
export function orderPeople(
  people: Iterable<PublicPerson>,
  ownId: string,
  unread: ReadonlyMap<string, number>,
): PublicPerson[] {
  const rank = ({ id, online }: PublicPerson) => {
    if (id === ownId) return 0
    if ((unread.get(id) ?? 0) > 0) return 1
    return online ? 2 : 3
  }
  return [...people].sort((one, other) => rank(one) - rank(other) || compareNames(one, other))
}

/** Those whose name contains, or whose table is, what was typed; accents and case do not matter. */
export function searchPeople(
  people: readonly PublicPerson[],
  typed: string,
): readonly PublicPerson[] {
  const wanted = toSearchText(typed)
  if (wanted === '') return people
  return people.filter((person) => isFoundBy(wanted, person))
}
