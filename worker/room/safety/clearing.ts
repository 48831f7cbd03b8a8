import type { PersonNetwork } from '#contract/clearing.ts'
import type { People, Person } from '#worker/room/people/people.ts'
import type { Presence } from '#worker/room/people/presence.ts'
import type { NetworkOf, Refused } from '#worker/room/rpc.ts'
import { refuse } from '#worker/room/rpc.ts'

type Cleared = { ok: true; people: number }

/** Ends the visits of everybody, or of one network, without banning anybody. */
export class Clearing {
  readonly #people: People
  readonly #presence: Presence
  readonly #end: (personIds: readonly string[]) => void

  constructor(people: People, presence: Presence, end: (personIds: readonly string[]) => void) {
    this.#people = people
    this.#presence = presence
    this.#end = end
  }

  /** How many `start` would end. */
  count(): number {
    return countListed(this.#list())
  }

  /** Ends every visit. Returns how many listed people that were. */
  start(): Cleared {
    return this.#endAll(this.#list())
  }

  /** How many `startNetwork` would end. */
  countNetwork({ personId, askedFrom }: NetworkOf): { ok: true } & PersonNetwork {
    const network = this.#networkOf(personId)
    // No refusal: the person may have been removed before the question arrived.
    if (network === null) return { ok: true, people: 0, isOwn: false }
    return { ok: true, people: countListed(this.#list(network)), isOwn: network === askedFrom }
  }

  startNetwork({ personId, askedFrom }: NetworkOf): Cleared | Refused {
    const network = this.#networkOf(personId)
    if (network === null) return refuse('person_not_found')
    if (network === askedFrom) return refuse('own_network')
    return this.#endAll(this.#list(network))
  }

  #networkOf(personId: string): string | null {
    return this.#people.find(personId)?.network || null
  }

  #endAll(visits: readonly Person[]): Cleared {
    this.#end(visits.map(({ id }) => id))
    return { ok: true, people: countListed(visits) }
  }

  /** Skips visits that are over and not erased yet. */
  #list(network: string | null = null): Person[] {
    const now = Date.now()
    const at = this.#presence.atEach()
    return [...this.#people.all()]
      .filter((person) => network === null || person.network === network)
      .filter((person) => at(person, now).state !== 'over')
  }
}

/** Skips unlisted profiles: the board counts their person under the new profile. */
function countListed(visits: readonly Person[]): number {
  return visits.filter(({ isUnlisted }) => !isUnlisted).length
}
