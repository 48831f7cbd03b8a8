import { LIMITS } from '#contract/limits.ts'
import { compareNames } from '#contract/people-order.ts'
import type { Searched } from '#contract/people-search.ts'
import { isMatch, toSearched, toSearchText } from '#contract/people-search.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { Fact, Newcomer, PeopleCursor } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'

const NOBODY: ReadonlySet<string> = new Set()

/** Some of the people in their order; `next` is where to go on, null at the end. */
export interface PeoplePage {
  people: PublicPerson[]
  next: PeopleCursor | null
}

/** A person as others see them, and when their profile was made. */
export interface Listed {
  person: PublicPerson
  enteredAt: number
}

/** Where the directory reads people. */
export interface PeopleSource {
  /** Everybody, in no order. */
  list: () => Listed[]
  find: (personId: string) => PublicPerson | null
  count: () => { total: number; online: number }
}

/**
 * Everybody in the bar as patrons see them, by name, and how many they are. Loaded from storage when
 * a page first needs it; then it follows what is told. Without a page nobody needs it, and ending
 * visits does not load it. SQLite here has no Brazilian order of names.
 */
export class Directory {
  readonly #source: PeopleSource
  #byName: PublicPerson[] | null = null
  readonly #byId = new Map<string, PublicPerson>()
  /** Whose profiles were made in the last minutes, the newest last. Some of them may have left. */
  #newest: { personId: string; enteredAt: number }[] = []
  /** Making them anew for each search took 15 ms of the room's thread among 5,000 people. */
  readonly #searched = new WeakMap<PublicPerson, Searched>()
  #online = 0

  constructor(source: PeopleSource) {
    this.#source = source
  }

  /** Whether everybody is in memory. */
  get isLoaded(): boolean {
    return this.#byName !== null
  }

  /** Has everybody in memory. */
  load(): void {
    this.#all()
  }

  get counts(): { total: number; online: number } {
    if (!this.#byName) return this.#source.count()
    return { total: this.#byName.length, online: this.#online }
  }

  /** A person as others see them; null for nobody here. */
  find(personId: string): PublicPerson | null {
    if (!this.#byName) return this.#source.find(personId)
    return this.#byId.get(personId) ?? null
  }

  /** Reads everybody anew, where they were read before. What that changes, as facts. */
  reload(): Fact[] {
    if (!this.#byName) return []
    const people = this.#source.list()
    const former = new Map(this.#byId)
    this.#take(people)
    const facts = people.flatMap(({ person }): Fact[] => {
      const known = former.get(person.id)
      former.delete(person.id)
      if (!known) return [{ kind: 'entered', person }]
      return isSame(known, person) ? [] : [{ kind: 'changed', person }]
    })
    const left = [...former.values()].map(({ id, name }) => ({ personId: id, name }))
    return [...facts, ...left.map((one) => ({ kind: 'left' as const, ...one }))]
  }

  /** Somebody as they are now. Nothing where not everybody is in memory: storage has it. */
  put(person: PublicPerson): void {
    if (!this.#byName) return
    this.#drop(person.id)
    this.#byName.splice(this.#placeOf(person), 0, person)
    this.#byId.set(person.id, person)
    this.#online += Number(person.online)
  }

  /** Somebody whose profile was made just now. */
  putNew(person: PublicPerson, now: number): void {
    if (!this.#byName) return
    this.put(person)
    this.#newest.push({ personId: person.id, enteredAt: now })
    if ((this.#newest[0]?.enteredAt ?? now) <= now - TIMINGS.newcomerMs)
      this.#newest = this.#newest.filter(({ enteredAt }) => enteredAt > now - TIMINGS.newcomerMs)
  }

  /** Somebody who is no longer here. */
  remove(personId: string): void {
    this.#drop(personId)
  }

  /** Who is online and came of late, the newest first; without `self`. */
  newcomers(self: string, now: number): Newcomer[] {
    this.#all()
    const found: Newcomer[] = []
    for (const { personId, enteredAt } of this.#newest.toReversed()) {
      const ageMs = Math.max(0, now - enteredAt)
      if (ageMs >= TIMINGS.newcomerMs || found.length === LIMITS.newcomers) break
      if (personId !== self && this.#byId.get(personId)?.online) found.push({ personId, ageMs })
    }
    return found
  }

  /**
   * The people after a place in the order, the online ones first; without `self` and those whom the
   * frame has already. At least one where anybody is left, else as many as fit.
   */
  page(
    after: PeopleCursor | null,
    self: string,
    { without = NOBODY, characters: most = LIMITS.peoplePageCharacters } = {},
  ): PeoplePage {
    const found: PublicPerson[] = []
    let characters = 0
    for (const person of this.#from(after)) {
      if (person.id === self || without.has(person.id)) continue
      characters += JSON.stringify(person).length
      const last = found.at(-1)
      if (last && (found.length === LIMITS.peoplePage || characters > most))
        return { people: found, next: { id: last.id, online: last.online } }
      found.push(person)
    }
    return { people: found, next: null }
  }

  /** The first people whom a search finds. */
  search(text: string, self: string): PublicPerson[] {
    const wanted = toSearchText(text)
    const found: PublicPerson[] = []
    let characters = 0
    for (const person of this.#from(null)) {
      if (person.id === self || !isMatch(wanted, this.#searchedOf(person))) continue
      characters += JSON.stringify(person).length
      if (characters > LIMITS.peoplePageCharacters) break
      found.push(person)
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
    const last = after && this.#byId.get(after.id)
    for (const online of [true, false]) {
      // Not where they stand now: whoever was online then may have gone offline since.
      if (last && online && !after.online) continue
      const first = last && after.online === online ? this.#placeOf(last, true) : 0
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
    return this.#byName ?? this.#take(this.#source.list())
  }

  #take(listed: Listed[]): PublicPerson[] {
    const people = listed.map(({ person }) => person).sort(compareNames)
    this.#byName = people
    this.#byId.clear()
    for (const person of people) this.#byId.set(person.id, person)
    this.#online = people.filter(({ online }) => online).length
    const newest = listed.toSorted((one, other) => one.enteredAt - other.enteredAt)
    this.#newest = newest.map(({ person: { id: personId }, enteredAt }) => ({
      personId,
      enteredAt,
    }))
    return people
  }
}

function isSame(one: PublicPerson, other: PublicPerson): boolean {
  const keys = Object.keys(other) as (keyof PublicPerson)[]
  return keys.every((key) => one[key] === other[key])
}
