import { compareNames } from '#contract/people-order.ts'
import type { PublicPerson } from '#contract/person.ts'

/**
 * The order of the list, kept from one moment of the bar to the next. Comparing names costs most,
 * so a presence that changes in a bar of thousands compares none.
 */
export class PeopleOrder {
  #byName: readonly PublicPerson[] = []
  #shown: readonly PublicPerson[] = []

  /**
   * Yourself first, then who wrote to you, then who is online, then the others; each by name. While
   * `isHeld` everybody stays where they were, and who is new comes last.
   */
  arrange(
    people: ReadonlyMap<string, PublicPerson>,
    ownId: string,
    unread: ReadonlyMap<string, number>,
    isHeld = false,
  ): readonly PublicPerson[] {
    this.#byName = sortByName(this.#byName, people)
    const ordered = group(this.#byName, ownId, unread)
    this.#shown = isHeld ? keepPlaces(this.#shown, people, ordered) : ordered
    return this.#shown
  }
}

/** Sorts only those who were not there before under the same name. */
function sortByName(
  before: readonly PublicPerson[],
  people: ReadonlyMap<string, PublicPerson>,
): readonly PublicPerson[] {
  const kept: PublicPerson[] = []
  for (const { id, name } of before) {
    const now = people.get(id)
    if (now?.name === name) kept.push(now)
  }
  if (kept.length === people.size) return kept
  const known = new Set(kept.map(({ id }) => id))
  const fresh = [...people.values()].filter(({ id }) => !known.has(id)).sort(compareNames)
  return merge(kept, fresh)
}

function merge(one: readonly PublicPerson[], other: readonly PublicPerson[]): PublicPerson[] {
  const merged: PublicPerson[] = []
  let index = 0
  for (const person of one) {
    for (let next = other[index]; next && compareNames(next, person) < 0; next = other[index]) {
      merged.push(next)
      index += 1
    }
    merged.push(person)
  }
  return merged.concat(other.slice(index))
}

function group(
  byName: readonly PublicPerson[],
  ownId: string,
  unread: ReadonlyMap<string, number>,
): PublicPerson[] {
  const [self, wrote, online, offline]: PublicPerson[][] = [[], [], [], []]
  for (const person of byName) {
    if (person.id === ownId) self?.push(person)
    else if ((unread.get(person.id) ?? 0) > 0) wrote?.push(person)
    else (person.online ? online : offline)?.push(person)
  }
  return [self, wrote, online, offline].flatMap((part) => part ?? [])
}

function keepPlaces(
  shown: readonly PublicPerson[],
  people: ReadonlyMap<string, PublicPerson>,
  ordered: readonly PublicPerson[],
): readonly PublicPerson[] {
  const kept = shown.flatMap(({ id }) => people.get(id) ?? [])
  if (kept.length === ordered.length) return kept
  const known = new Set(kept.map(({ id }) => id))
  return kept.concat(ordered.filter(({ id }) => !known.has(id)))
}
