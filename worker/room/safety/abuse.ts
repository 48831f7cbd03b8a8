import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { People } from '#worker/room/people/people.ts'
import type { RateLimits } from '#worker/room/rate-limits.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'

/** The subject of an abuse count is the browser's mark, so a count outlives the visit. */
export class Abuse {
  readonly #storage: RoomStorage
  readonly #people: People
  readonly #rateLimits: RateLimits

  constructor(storage: RoomStorage, people: People, rateLimits: RateLimits) {
    this.#storage = storage
    this.#people = people
    this.#rateLimits = rateLimits
  }

  /** The id if the visit is over. */
  subjectOf(personId: string): string {
    return this.#people.find(personId)?.mark ?? personId
  }

  /** True if the subject is banned now. */
  count(subject: string, now: number): boolean {
    const count = this.#countOf(subject, now) + 1
    this.#storage.sql`
      INSERT OR REPLACE INTO abuse_counts (subject, count, at)
      VALUES (${subject}, ${count}, ${now})`
    return count >= LIMITS.abuseCount
  }

  isBanned(subject: string, now: number): boolean {
    return this.#countOf(subject, now) >= LIMITS.abuseCount
  }

  /** True if no page would ask so soon: abuse. */
  noteRefusedUpgrade(subject: string, now: number): boolean {
    return !this.#rateLimits.take('refusedUpgrades', subject, now)
  }

  #countOf(subject: string, now: number): number {
    const [row] = this.#storage.sql<{ count: number }>`
      SELECT count FROM abuse_counts
      WHERE subject = ${subject} AND at > ${now - TIMINGS.misbehavedMs}`
    return row?.count ?? 0
  }
}
