import { LIMITS } from '#contract/limits.ts'
import { compareNames } from '#contract/people-order.ts'
import { isMatch, toSearchText } from '#contract/people-search.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { Newcomer, PeopleCursor, RoomEvent } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { toPublicPerson } from '#worker/policy/views.ts'
import { isOnline } from '#worker/policy/visit-at.ts'
import type { PersonChange } from '#worker/room/effects.ts'
import type { RoomLimits } from '#worker/room/rate-limits.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'
import type { People } from './people.ts'
import type { Presence } from './presence.ts'

const NOBODY: ReadonlySet<string> = new Set()
/** Says whether a person may not be shown to a viewer. */
export type IsHidden = (personId: string) => boolean
const SHOW_ALL: IsHidden = () => false

/** `next` is the cursor of the next page; null at the end. */
export interface PeoplePage {
  people: PublicPerson[]
  next: PeopleCursor | null
}

export interface Counts {
  total: number
  online: number
}

interface Newest {
  personId: string
  enteredAt: number
}

interface Loaded {
  /** Built when a page is first asked for: sorting a thousand people takes longer than broadcasting them. */
  byName: PublicPerson[] | null
  byId: Map<string, PublicPerson>
  newest: Newest[]
  online: number
}

/** The people in list order, loaded for the first page. SQLite here has no Brazilian collation. */
export class PeopleIndex {
  readonly #people: People
  readonly #presence: Presence
  readonly #limit: number
  readonly #searchedAtMost: number
  readonly #state: () => { loaded: Loaded | null }

  constructor(
    storage: RoomStorage,
    people: People,
    presence: Presence,
    { peoplePerBar, peopleSearched }: Pick<RoomLimits, 'peoplePerBar' | 'peopleSearched'>,
  ) {
    this.#people = people
    this.#presence = presence
    this.#limit = peoplePerBar
    this.#searchedAtMost = peopleSearched
    this.#state = storage.cache(() => ({ loaded: null }))
  }

  get isLoaded(): boolean {
    return this.#state().loaded !== null
  }

  load(): Loaded {
    const state = this.#state()
    state.loaded ??= this.#readAll()
    return state.loaded
  }

  get counts(): Counts {
    const { loaded } = this.#state()
    if (!loaded) return this.#presence.count(Date.now())
    return { total: loaded.byId.size, online: loaded.online }
  }

  find(personId: string): PublicPerson | null {
    const { loaded } = this.#state()
    if (loaded) return loaded.byId.get(personId) ?? null
    return this.#viewOf(personId)
  }

  /** Derives what others see of a person. Returns what pages do not know of it; null: nothing. */
  apply(change: PersonChange): RoomEvent | null {
    const { personId } = change
    if (change.kind === 'ended') {
      this.#remove(personId)
      // A closed bar shows no person that another one left.
      if (change.reason === 'closed') return null
      // The mark stays here: it would tie a browser's visits together.
      return { kind: 'left', personId, name: change.name }
    }
    const known = this.#state().loaded?.byId.get(personId)
    const online = change.kind === 'changed' ? change.online : undefined
    const person = this.#viewOf(personId, online)
    if (!person) {
      this.#remove(personId)
      return known ? { kind: 'unlisted', personId } : null
    }
    this.#put(person)
    if (change.kind === 'entered') {
      this.#putNewest(personId, Date.now())
      return { kind: 'entered', person }
    }
    if (!known || online !== undefined) return { kind: 'presence', person }
    if (profileOf(known) !== profileOf(person)) return { kind: 'changed', person }
    const hasTurned = known.online !== person.online || known.away !== person.away
    return hasTurned ? { kind: 'presence', person } : null
  }

  newcomers(self: string, now: number, isHidden = SHOW_ALL): Newcomer[] {
    const { newest, byId } = this.load()
    const found: Newcomer[] = []
    for (const { personId, enteredAt } of newest.toSorted(byNewest)) {
      const ageMs = Math.max(0, now - enteredAt)
      if (ageMs >= TIMINGS.newcomerMs || found.length === LIMITS.newcomers) break
      if (personId === self || !byId.get(personId)?.online || isHidden(personId)) continue
      found.push({ personId, ageMs })
    }
    return found
  }

  /** Online by name, then offline by name. At least one person, else as many as fit the frame. */
  page(
    after: PeopleCursor | null,
    self: string,
    { isHidden = SHOW_ALL, without = NOBODY, characters: most = LIMITS.peoplePageCharacters } = {},
  ): PeoplePage {
    const found: PublicPerson[] = []
    let characters = 0
    // A cursor must not reveal whether a hidden person is here.
    const from = after && isHidden(after.id) ? null : after
    for (const person of this.#from(from)) {
      if (person.id === self || without.has(person.id) || isHidden(person.id)) continue
      characters += JSON.stringify(person).length
      const last = found.at(-1)
      if (last && (found.length === LIMITS.peoplePage || characters > most)) {
        return { people: found, next: { id: last.id, online: last.online } }
      }
      found.push(person)
    }
    return { people: found, next: null }
  }

  search(text: string, self: string, isHidden = SHOW_ALL): PublicPerson[] {
    const wanted = toSearchText(text)
    const found: PublicPerson[] = []
    let [characters, looked] = [0, 0]
    for (const person of this.#from(null)) {
      looked += 1
      if (looked > this.#searchedAtMost) break
      if (person.id === self || !isMatch(wanted, person)) continue
      if (isHidden(person.id)) continue
      characters += JSON.stringify(person).length
      if (characters > LIMITS.peoplePageCharacters) break
      found.push(person)
      if (found.length === LIMITS.peoplePage) break
    }
    return found
  }

  *#from(after: PeopleCursor | null): Generator<PublicPerson> {
    const loaded = this.load()
    const { byId } = loaded
    loaded.byName ??= [...byId.values()].sort(compareNames)
    const { byName } = loaded
    const last = after && byId.get(after.id)
    for (const online of [true, false]) {
      // The cursor decides: the person may have gone offline since.
      if (last && online && !after.online) continue
      const first = last && after.online === online ? placeOf(byName, last, true) : 0
      for (let at = first; at < byName.length; at += 1) {
        const person = byName[at]
        if (person?.online === online) yield person
      }
    }
  }

  /** `online` overrides what the room derives. Returns null for a person who is not listed. */
  #viewOf(personId: string, online?: boolean): PublicPerson | null {
    const person = this.#people.find(personId)
    if (!person || person.isUnlisted) return null
    const is = this.#presence.at(person, Date.now())
    return toPublicPerson(person, online ?? isOnline(is), is.state === 'away')
  }

  #put(person: PublicPerson): void {
    const { loaded } = this.#state()
    if (!loaded) return
    this.#remove(person.id)
    loaded.byName?.splice(placeOf(loaded.byName, person), 0, person)
    loaded.byId.set(person.id, person)
    loaded.online += Number(person.online)
  }

  #putNewest(personId: string, now: number): void {
    const { loaded } = this.#state()
    if (!loaded) return
    loaded.newest.push({ personId, enteredAt: now })
    const oldest = now - TIMINGS.newcomerMs
    if ((loaded.newest[0]?.enteredAt ?? now) > oldest) return
    loaded.newest = loaded.newest.filter(({ enteredAt }) => enteredAt > oldest)
  }

  #remove(personId: string): void {
    const { loaded } = this.#state()
    const person = loaded?.byId.get(personId)
    if (!loaded || !person) return
    loaded.byId.delete(personId)
    loaded.byName?.splice(placeOf(loaded.byName, person), 1)
    loaded.online -= Number(person.online)
  }

  #readAll(): Loaded {
    const now = Date.now()
    const shown = this.#presence.publishedState(now)
    const people = this.#people.list(this.#limit)
    const seen = people.map((person) => {
      const { online, away } = shown(person)
      return toPublicPerson(person, online, away)
    })
    return {
      byName: null,
      byId: new Map(seen.map((person) => [person.id, person])),
      newest: people
        .filter(({ enteredAt }) => enteredAt > now - TIMINGS.newcomerMs)
        .map(({ id, enteredAt }) => ({ personId: id, enteredAt })),
      online: seen.filter(({ online }) => online).length,
    }
  }
}

function profileOf({ online: _, away: __, ...profile }: PublicPerson): string {
  return JSON.stringify(profile)
}

function byNewest(one: Newest, other: Newest): number {
  return other.enteredAt - one.enteredAt || (one.personId < other.personId ? -1 : 1)
}

function placeOf(people: PublicPerson[], place: PublicPerson, isPassed = false): number {
  let [low, high] = [0, people.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const order = compareNames(people[middle] ?? place, place)
    if (order < 0 || (isPassed && order === 0)) low = middle + 1
    else high = middle
  }
  return low
}
