import type { Bucket } from '#contract/bucket.ts'
import { refilled, take } from '#contract/bucket.ts'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { People } from '#worker/room/people/people.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'

const REFUSED_UPGRADES = {
  burst: LIMITS.refusedUpgradesBurst,
  perSecond: LIMITS.refusedUpgradesPerMinute / 60,
}

/** The subject of an abuse count is the browser's mark, so a count outlives the visit. */
export class Abuse {
  readonly #storage: RoomStorage
  readonly #people: People
  /** In memory only: a client that empties one keeps the room awake. */
  readonly #refused = new Map<string, Bucket>()

  constructor(storage: RoomStorage, people: People) {
    this.#storage = storage
    this.#people = people
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
    const { isGranted, left } = take(this.#refused.get(subject), REFUSED_UPGRADES, now)
    this.#refused.set(subject, left)
    return !isGranted
  }

  /** Also erases counts with an unreadable time. */
  purge(now: number): void {
    this.#storage.sql`DELETE FROM abuse_counts WHERE at <= ${now - TIMINGS.misbehavedMs}
      OR typeof(at) <> 'integer'`
    for (const [subject, bucket] of this.#refused) {
      const { tokens } = refilled(bucket, REFUSED_UPGRADES, now)
      if (tokens === REFUSED_UPGRADES.burst) this.#refused.delete(subject)
    }
  }

  nextDue(): number | null {
    const [row] = this.#storage.sql<{ at: number | null }>`SELECT min(at) AS at FROM abuse_counts`
    return row?.at == null ? null : row.at + TIMINGS.misbehavedMs
  }

  #countOf(subject: string, now: number): number {
    const [row] = this.#storage.sql<{ count: number }>`
      SELECT count FROM abuse_counts
      WHERE subject = ${subject} AND at > ${now - TIMINGS.misbehavedMs}`
    return row?.count ?? 0
  }
}
