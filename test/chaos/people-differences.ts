import type { PublicPerson } from '#contract/person.ts'

export type People = ReadonlyMap<string, PublicPerson>

export const toPeople = (people: readonly PublicPerson[]): People =>
  new Map(people.map((person) => [person.id, person]))

/** What a page says of people that is not so, or does not say that is. */
export function differencesOf(shown: People, truth: People): string[] {
  return [...new Set([...shown.keys(), ...truth.keys()])].flatMap((id) => {
    const [shows, is] = [toWords(shown.get(id)), toWords(truth.get(id))]
    return shows === is ? [] : [`shows ${shows} instead of ${is}`]
  })
}

const toWords = (person: PublicPerson | undefined): string =>
  person ? `${person.name} at ${person.table}, ${person.online ? 'online' : 'offline'}` : 'nobody'
