import { LIMITS } from '#contract/limits.ts'
import type { People, Person } from './people.ts'
import type { Presence } from './presence.ts'
import type { Blocks } from './safety/blocks.ts'
import type { RoomStorage } from './storage.ts'

const HOUR_MS = 3_600_000

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
  findOffline(phone: string, mark: string, network: string, now: number): Person | null {
    if (!this.#consume(network, now)) return null
    const isFree = (person: Person) =>
      !person.isUnlisted &&
      !this.#blocks.of(mark).has(person.mark) &&
      person.expiresAt > now &&
      person.leavingEndsAt === null &&
      !this.#presence.isOnline(person, now)
    return this.#people.listByPhone(phone).find(isFree) ?? null
  }

  /** A network's hash is kept for an hour. */
  purge(now: number): void {
    this.#storage.sql`
      DELETE FROM phone_tries WHERE at <= ${now - HOUR_MS} OR typeof(at) <> 'integer'`
  }

  nextDue(): number | null {
    const [row] = this.#storage.sql<{ at: number | null }>`SELECT min(at) AS at FROM phone_tries`
    return row?.at == null ? null : row.at + HOUR_MS
  }

  #consume(network: string, now: number): boolean {
    this.purge(now)
    const [row] = this.#storage.sql<{ all: number; own: number }>`
      SELECT count(*) AS "all", count(iif(network = ${network}, 1, NULL)) AS own FROM phone_tries`
    const { all, own } = row ?? { all: 0, own: 0 }
    if (own >= LIMITS.phoneTriesPerNetwork || all >= LIMITS.phoneTriesPerBar) return false
    this.#storage.sql`INSERT INTO phone_tries (at, network) VALUES (${now}, ${network})`
    return true
  }
}
