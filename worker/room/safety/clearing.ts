import { LIMITS } from '#contract/limits.ts'
import type { Changed, Effect } from '#worker/room/effects.ts'
import { refuse } from '#worker/room/effects.ts'
import type { People } from '#worker/room/people.ts'
import type { Refused } from '#worker/room/rpc.ts'
import type { RoomStorage } from '#worker/room/storage.ts'

const EVERYBODY = ''

/**
 * Ends the visits of everybody, or of one network, without banning anybody. A batch ends at once,
 * the others by the alarm: nobody waits long for a turn, and a restart continues. Who enters after
 * the press stays.
 */
export class Clearing {
  readonly #storage: RoomStorage
  readonly #people: People
  readonly #end: (personId: string) => Effect[]
  readonly #wakeBy: (at: number) => void

  constructor(
    storage: RoomStorage,
    people: People,
    end: (personId: string) => Effect[],
    wakeBy: (at: number) => void,
  ) {
    this.#storage = storage
    this.#people = people
    this.#end = end
    this.#wakeBy = wakeBy
  }

  /** Without a network everybody. */
  count(network: string = EVERYBODY): number {
    const [row] = this.#storage.sql<{ people: number }>`
      SELECT count(*) AS people FROM bar_profiles
      WHERE ${network} = ${EVERYBODY} OR network = ${network}`
    return row?.people ?? 0
  }

  /** Resolves to how many visits end, now or in the next turns. */
  start(now: number, network: string = EVERYBODY): Changed<{ ok: true; people: number }> {
    const people = this.count(network)
    this.#storage
      .sql`INSERT OR REPLACE INTO clearings (network, before) VALUES (${network}, ${now})`
    return { result: { ok: true, people }, effects: this.endSome(now) }
  }

  /** `askedFrom` is the hash of the board's own network, which is not cleared. */
  countNetworkOf(
    personId: string,
    askedFrom: string,
  ): { ok: true; people: number; isOwn: boolean } | Refused {
    const network = this.#people.find(personId)?.network
    // Empty for a profile from before networks were kept.
    if (!network) return { ok: false, code: 'person_not_found' }
    return { ok: true, people: this.count(network), isOwn: network === askedFrom }
  }

  startNetworkOf(
    personId: string,
    askedFrom: string,
    now: number,
  ): Changed<{ ok: true; people: number } | Refused> {
    const network = this.#people.find(personId)?.network
    if (!network) return refuse('person_not_found')
    return network === askedFrom ? refuse('own_network') : this.start(now, network)
  }

  endSome(now: number): Effect[] {
    const [clearing] = this.#storage.sql<{ network: string; before: number }>`
      SELECT network, before FROM clearings ORDER BY network LIMIT 1`
    if (!clearing) return []
    const { network, before } = clearing
    const rows = this.#storage.sql<{ id: string }>`
      SELECT id FROM bar_profiles
      WHERE entered_at <= ${before} AND (${network} = ${EVERYBODY} OR network = ${network})
      LIMIT ${LIMITS.clearedAtOnce}`
    if (rows.length < LIMITS.clearedAtOnce) {
      this.#storage.sql`DELETE FROM clearings WHERE network = ${network}`
    }
    const due = this.nextDue(now)
    if (due !== null) this.#wakeBy(due)
    return rows.flatMap(({ id }) => this.#end(id))
  }

  nextDue(now: number): number | null {
    return this.#storage.sql`SELECT 1 FROM clearings LIMIT 1`.length > 0 ? now : null
  }
}
