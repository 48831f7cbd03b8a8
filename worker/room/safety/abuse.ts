import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { People } from '#worker/room/people/people.ts'
import type { RateLimits } from '#worker/room/rate-limits.ts'
import type { Sockets } from '#worker/room/sockets/sockets.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'

interface Parts {
  people: Pick<People, 'find'>
  sockets: Pick<Sockets, 'of' | 'close'>
  rateLimits: RateLimits
  wakeBy: (at: number) => void
}

/** Counts by the browser's mark, so a ban outlives the visit. */
export class Abuse {
  readonly #storage: RoomStorage
  readonly #parts: Parts

  constructor(storage: RoomStorage, parts: Parts) {
    this.#storage = storage
    this.#parts = parts
  }

  /** True if the person is banned now; then all their sockets are closed. */
  count(personId: string, now: number): boolean {
    const { sockets, wakeBy } = this.#parts
    const subject = this.#subjectOf(personId)
    const count = this.#countOf(subject, now) + 1
    this.#storage.sql`
      INSERT OR REPLACE INTO abuse_counts (subject, count, at)
      VALUES (${subject}, ${count}, ${now})`
    wakeBy(now + TIMINGS.misbehavedMs)
    const isBanned = count >= LIMITS.abuseCount
    if (isBanned) for (const socket of sockets.of(personId)) sockets.close(socket, 'misbehaved')
    return isBanned
  }

  isBanned(personId: string, now: number): boolean {
    return this.isBannedMark(this.#subjectOf(personId), now)
  }

  isBannedMark(mark: string, now: number): boolean {
    return this.#countOf(mark, now) >= LIMITS.abuseCount
  }

  /** True if no page would ask so soon: abuse. */
  noteRefusedUpgrade(personId: string, now: number): boolean {
    return !this.#parts.rateLimits.take('refusedUpgrades', this.#subjectOf(personId), now)
  }

  /** The id if the visit is over. */
  #subjectOf(personId: string): string {
    return this.#parts.people.find(personId)?.mark ?? personId
  }

  #countOf(subject: string, now: number): number {
    const [row] = this.#storage.sql<{ count: number }>`
      SELECT count FROM abuse_counts
      WHERE subject = ${subject} AND at > ${now - TIMINGS.misbehavedMs}`
    return row?.count ?? 0
  }
}
