import { LIMITS } from '#contract/limits.ts'
import type { Sql } from '#worker/rim/sql.ts'

const HOUR_MS = 3_600_000

/**
 * Counts who tries to come in with a phone that somebody here has: a device may be curious five
 * times an hour, a bar thirty times. Stored, so that a sleep does not forget.
 */
export class PhoneTries {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Forgets tries that no longer count: a network's address is kept for an hour and no longer. */
  purge(now: number): void {
    this.#sql`DELETE FROM phone_tries WHERE at <= ${now - HOUR_MS} OR typeof(at) <> 'integer'`
  }

  /** When the oldest try may be forgotten; null when there is none. */
  nextDue(): number | null {
    const [row] = this.#sql<{ at: number | null }>`SELECT min(at) AS at FROM phone_tries`
    return row?.at == null ? null : row.at + HOUR_MS
  }

  /** Counts one try and says whether it may be answered. A try that is refused counts no further. */
  allow(device: string, now: number): boolean {
    this.purge(now)
    if (this.areUsedUp(device, now)) return false
    this.#sql`INSERT INTO phone_tries (at, device) VALUES (${now}, ${device})`
    return true
  }

  /** Whether a device, or the whole bar, has had its tries of this hour. */
  areUsedUp(device: string, now: number): boolean {
    const [row] = this.#sql<{ all: number; own: number }>`
      SELECT count(*) AS "all", count(iif(device = ${device}, 1, NULL)) AS own
      FROM phone_tries WHERE at > ${now - HOUR_MS}`
    const { all, own } = row ?? { all: 0, own: 0 }
    return own >= LIMITS.phoneTriesPerDevice || all >= LIMITS.phoneTriesPerBar
  }
}
