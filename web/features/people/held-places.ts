import type { PublicPerson } from '#contract/person.ts'

type People = readonly PublicPerson[]

export interface Look {
  /** What is searched for; other words are another list. */
  asked: string
  /** Whose cards must not move, by id. */
  seen: ReadonlySet<string>
  /** How many of the first have to stand there at once. */
  leading: number
}

/**
 * Who stands where in the list as it is shown. Nobody's card moves while it is looked at: whoever is
 * seen keeps their place, and the others stand around them in their order, which is so reached by
 * scrolling, searching and coming back.
 */
export class HeldPlaces {
  #shown: People = []
  #asked = ''

  /** Changes nothing: React may throw away what it has drawn of it. */
  arrange(ordered: People, { asked, seen, leading }: Look): People {
    const before = asked === this.#asked ? this.#shown : []
    const held = new Map<string, number>()
    before.forEach(({ id }, place) => {
      if (seen.has(id)) held.set(id, place)
    })
    return placeAll(ordered, makeRoom(held, before, ordered.slice(0, leading)))
  }

  /** This is what is on the screen now, as the answer to what was searched for. */
  settle(shown: People, asked: string): void {
    this.#shown = shown
    this.#asked = asked
  }
}

/** Of those at the top only as many go elsewhere as have to stand there instead. */
function makeRoom(held: ReadonlyMap<string, number>, before: People, leaders: People) {
  const places = new Map(held)
  const ids = new Set(leaders.map(({ id }) => id))
  let missing = leaders.filter(({ id }) => !held.has(id)).length
  for (const { id } of before) {
    if (missing === 0) break
    if (ids.has(id) && held.has(id)) continue
    places.delete(id)
    missing -= 1
  }
  return places
}

/** Those who are held at their places, the others in their order where there is room. */
function placeAll(ordered: People, places: ReadonlyMap<string, number>): People {
  const kept: PublicPerson[] = []
  const shown: PublicPerson[] = []
  for (const person of ordered) {
    const place = places.get(person.id)
    if (place === undefined) shown.push(person)
    else kept[place] = person
  }
  kept.forEach((person, place) => void shown.splice(place, 0, person))
  return shown
}
