import type { PersonNetwork } from '#contract/clearing.ts'
import type { Changed } from '#worker/room/effects.ts'
import { refuse } from '#worker/room/effects.ts'
import type { People } from '#worker/room/people.ts'
import type { Refused } from '#worker/room/rpc.ts'
import type { RoomStorage } from '#worker/room/storage.ts'

const EVERYBODY = ''

type Cleared = { ok: true; people: number }

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

  /** Without a network everybody. */
  count(network: string = EVERYBODY): number {
    return this.#list(network).length
  }

  /** Resolves to how many visits are over from now on. */
  start(network: string = EVERYBODY): Changed<Cleared> {
    const ids = this.#list(network)
    this.#end(ids)
    return { result: { ok: true, people: ids.length }, effects: [] }
  }

  /** `askedFrom` is the hash of the board's own network, which is not cleared. */
  countNetworkOf(personId: string, askedFrom: string): { ok: true } & PersonNetwork {
    const network = this.#people.find(personId)?.network
    // Not a refusal: the question may come after the removal of the person that it is about.
    if (!network) return { ok: true, people: 0, isOwn: false }
    return { ok: true, people: this.count(network), isOwn: network === askedFrom }
  }

  startNetworkOf(personId: string, askedFrom: string): Changed<Cleared | Refused> {
    const network = this.#people.find(personId)?.network
    if (!network) return refuse('person_not_found')
    return network === askedFrom ? refuse('own_network') : this.start(network)
  }

  /** Without those whose visit is over and not erased yet. */
  #list(network: string): string[] {
    const rows = this.#storage.sql<{ id: string }>`
      SELECT id FROM bar_profiles
      WHERE end_reason IS NULL AND (${network} = ${EVERYBODY} OR network = ${network})`
    return rows.map(({ id }) => id)
  }
}
