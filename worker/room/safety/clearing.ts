import type { PersonNetwork } from '#contract/clearing.ts'
import type { People } from '#worker/room/people/people.ts'
import type { NetworkOf, Refused } from '#worker/room/rpc.ts'
import { refuse } from '#worker/room/rpc.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'

const EVERYBODY = ''

type Cleared = { ok: true; people: number }
type Visit = { id: string; isUnlisted: number }

/** Ends the visits of everybody, or of one network, without banning anybody. */
export class Clearing {
  readonly #storage: RoomStorage
  readonly #people: People
  readonly #end: (personIds: readonly string[]) => void

  constructor(storage: RoomStorage, people: People, end: (personIds: readonly string[]) => void) {
    this.#storage = storage
    this.#people = people
    this.#end = end
  }

  /** How many `start` would end. */
  count(): number {
    return countListed(this.#list(EVERYBODY))
  }

  /** Resolves to how many visits are over from now on. */
  start(): Cleared {
    return this.#endAll(EVERYBODY)
  }

  /** How many `startNetwork` would end. */
  countNetwork({ personId, askedFrom }: NetworkOf): { ok: true } & PersonNetwork {
    const network = this.#networkOf(personId)
    // Not a refusal: the question may come after the removal of the person that it is about.
    if (network === null) return { ok: true, people: 0, isOwn: false }
    return { ok: true, people: countListed(this.#list(network)), isOwn: network === askedFrom }
  }

  startNetwork({ personId, askedFrom }: NetworkOf): Cleared | Refused {
    const network = this.#networkOf(personId)
    if (network === null) return refuse('person_not_found')
    if (network === askedFrom) return refuse('own_network')
    return this.#endAll(network)
  }

  #networkOf(personId: string): string | null {
    return this.#people.find(personId)?.network || null
  }

  #endAll(network: string): Cleared {
    const visits = this.#list(network)
    this.#end(visits.map(({ id }) => id))
    return { ok: true, people: countListed(visits) }
  }

  /** Without those whose visit is over and not erased yet. */
  #list(network: string): Visit[] {
    return this.#storage.sql<Visit>`
      SELECT id, is_unlisted AS isUnlisted FROM bar_profiles
      WHERE end_reason IS NULL AND (${network} = ${EVERYBODY} OR network = ${network})`
  }
}

/** As the board counts: the person of an unlisted profile has another one. */
function countListed(visits: readonly Visit[]): number {
  return visits.filter(({ isUnlisted }) => isUnlisted === 0).length
}
