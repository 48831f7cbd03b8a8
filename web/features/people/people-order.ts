import { compareNames } from '#contract/people-order.ts'
import type { PublicPerson } from '#contract/person.ts'

type People = readonly PublicPerson[]

/**
 * The order of the list, kept from one moment of the bar to the next. Comparing names costs most,
 * so a presence that changes in a bar of thousands compares none.
 */
export class PeopleOrder {
  #byName: People = []

  /** Yourself first, then who wrote to you, then who is online, then the others; each by name. */
  sort(
    people: ReadonlyMap<string, PublicPerson>,
    ownId: string,
    unread: ReadonlyMap<string, number>,
  ): People {
    this.#byName = sortByName(this.#byName, people)
    const [self, wrote, online, offline]: PublicPerson[][] = [[], [], [], []]
    for (const person of this.#byName) {
      if (person.id === ownId) self?.push(person)
      else if ((unread.get(person.id) ?? 0) > 0) wrote?.push(person)
      else (person.online ? online : offline)?.push(person)
    }
    return [self, wrote, online, offline].flatMap((part) => part ?? [])
  }
}

/** Sorts only where somebody was not there before under the same name. */
function sortByName(before: People, people: ReadonlyMap<string, PublicPerson>): People {
  const kept: PublicPerson[] = []
  for (const { id, name } of before) {
    const now = people.get(id)
    if (now?.name === name) kept.push(now)
  }
  if (kept.length === people.size) return kept
  const known = new Set(kept)
  // What is in order already costs one comparison each.
  return kept.concat([...people.values()].filter((one) => !known.has(one))).sort(compareNames)
}
