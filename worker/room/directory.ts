import { LIMITS } from '#contract/limits.ts'
import { compareNames } from '#contract/people-order.ts'
import type { Searched } from '#contract/people-search.ts'
import { isMatch, toSearched, toSearchText } from '#contract/people-search.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { Fact, PeopleCursor } from '#contract/protocol.ts'

/** Some of the people in their order; `next` is where to go on, null at the end. */
export interface PeoplePage {
  people: PublicPerson[]
  next: PeopleCursor | null
}

/**
 * Everybody in the bar as patrons see them, by name, and how many they are. Built from storage when a
 * wake first needs it; then it follows what is told. SQLite here has no Brazilian order of names.
 */
export class Directory {
  readonly #list: () => PublicPerson[]
  #byName: PublicPerson[] | null = null
  readonly #byId = new Map<string, PublicPerson>()
  /** Making them anew for each search took 15 ms of the room's thread among 5,000 people. */
  readonly #searched = new WeakMap<PublicPerson, Searched>()
  #online = 0

  constructor(list: () => PublicPerson[]) {
    this.#list = list
  }

  get counts(): { total: number; online: number } {
    return { total: this.#all().length, online: this.#online }
  }

  /** A person as others see them; null for nobody here. */
  find(personId: string): PublicPerson | null {
    this.#all()
    return this.#byId.get(personId) ?? null
  }

  /** Reads everybody anew, where they were read before. What that changes, as facts. */
  reload(): Fact[] {
    if (!this.#byName) return []
    const people = this.#list()
    const former = new Map(this.#byId)
    this.#take(people)
    const facts = people.flatMap((person): Fact[] => {
      const known = former.get(person.id)
      former.delete(person.id)
      if (!known) return [{ kind: 'entered', person }]
      return isSame(known, person) ? [] : [{ kind: 'changed', person }]
    })
    const left = [...former.values()].map(({ id, name }) => ({ personId: id, name }))
    return [...facts, ...left.map((one) => ({ kind: 'left' as const, ...one }))]
  }

  /** Somebody who came, or as they are now. */
  put(person: PublicPerson): void {
    const people = this.#all()
    this.#drop(person.id)
    people.splice(this.#placeOf(person), 0, person)
    this.#byId.set(person.id, person)
    this.#online += Number(person.online)
  }

  /** Somebody who is no longer here. */
  remove(personId: string): void {
    this.#all()
    this.#drop(personId)
  }

  /** The people after a place in the order, the online ones first; without `self`. */
  page(after: PeopleCursor | null, self: string): PeoplePage {
    const found: PublicPerson[] = []
    let characters = 0
    for (const person of this.#from(after)) {
      if (person.id === self) continue
      characters += JSON.stringify(person).length
      const isFull = found.length === LIMITS.peoplePage || characters > LIMITS.peoplePageCharacters
      const last = found.at(-1)
      if (isFull && last) {
        return { people: found, next: { online: last.online, name: last.name, id: last.id } }
      }
      found.push(person)
    }
    return { people: found, next: null }
  }

  /** The first people whom a search finds. */
  search(text: string, self: string): PublicPerson[] {
    const wanted = toSearchText(text)
    const found: PublicPerson[] = []
    for (const person of this.#from(null)) {
      if (person.id !== self && isMatch(wanted, this.#searchedOf(person))) found.push(person)
      if (found.length === LIMITS.peoplePage) break
    }
    return found
  }

  #searchedOf(person: PublicPerson): Searched {
    const searched = this.#searched.get(person) ?? toSearched(person)
    this.#searched.set(person, searched)
    return searched
  }

  *#from(after: PeopleCursor | null): Generator<PublicPerson> {
    const people = this.#all()
    const start = after ? this.#placeOf(after, true) : 0
    for (const online of [true, false]) {
      if (after && online && !after.online) continue
      const first = after?.online === online ? start : 0
      for (let at = first; at < people.length; at += 1) {
        const person = people[at]
        if (person?.online === online) yield person
      }
    }
  }

  #drop(personId: string): void {
    const person = this.#byId.get(personId)
    if (!person) return
    this.#byId.delete(personId)
    this.#byName?.splice(this.#placeOf(person), 1)
    this.#online -= Number(person.online)
  }

  /** Where a name stands or would stand; behind it with `isPassed`. */
  #placeOf(place: { online: boolean; name: string; id: string }, isPassed = false): number {
    const people = this.#byName ?? []
    let [low, high] = [0, people.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const order = compareNames(people[middle] ?? place, place)
      if (order < 0 || (isPassed && order === 0)) low = middle + 1
      else high = middle
    }
    return low
  }

  #all(): PublicPerson[] {
    return this.#byName ?? this.#take(this.#list())
  }

  #take(people: PublicPerson[]): PublicPerson[] {
    this.#byName = people.sort(compareNames)
    this.#byId.clear()
    for (const person of people) this.#byId.set(person.id, person)
    this.#online = people.filter(({ online }) => online).length
    return people
  }
}

function isSame(one: PublicPerson, other: PublicPerson): boolean {
  const keys = Object.keys(other) as (keyof PublicPerson)[]
  return keys.every((key) => one[key] === other[key])
}
