import { HOUR_MS } from '#contract/durations.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Networks } from '#worker/room/rpc.ts'
import type { Blocks } from '#worker/room/safety/blocks.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'
import type { People, Person } from './people.ts'
import type { Presence } from './presence.ts'

/**
 * A phone proves nothing: it only unlists an offline profile (docs/decisions/0036-recovery-by-phone.md).
 * Tries are stored, because hibernation must not reset them.
 */
export class PhoneRecovery {
  readonly #storage: RoomStorage
  readonly #people: People
  readonly #presence: Presence
  readonly #blocks: Blocks

  constructor(storage: RoomStorage, people: People, presence: Presence, blocks: Blocks) {
    this.#storage = storage
    this.#people = people
    this.#presence = presence
    this.#blocks = blocks
  }

  /** Consumes a try first, so that the limit reveals nothing about the phone. */
  findOffline(phone: string, mark: string, networks: Networks, now: number): Person | null {
    if (!this.#consume(networks, now)) return null
    const isFree = (person: Person) =>
      !person.isUnlisted &&
      !this.#blocks.of(mark).has(person.mark) &&
      this.#presence.at(person, now).state === 'offline'
    return this.#people.listByPhone(phone).find(isFree) ?? null
  }

  #consume({ network, wideNetwork }: Networks, now: number): boolean {
    const [row] = this.#storage.sql<{ all: number; own: number; wide: number }>`
      SELECT count(*) AS "all", count(iif(network = ${network}, 1, NULL)) AS own,
        count(iif(wide_network = ${wideNetwork}, 1, NULL)) AS wide
      FROM phone_tries WHERE at > ${now - HOUR_MS}`
    const { all, own, wide } = row ?? { all: 0, own: 0, wide: 0 }
    const { phoneTriesPerNetwork: most, wideNetworkTimes: times, phoneTriesPerBar } = LIMITS
    if (own >= most || wide >= times * most || all >= phoneTriesPerBar) return false
    this.#storage.sql`INSERT INTO phone_tries (at, network, wide_network)
      VALUES (${now}, ${network}, ${wideNetwork})`
    return true
  }
}
