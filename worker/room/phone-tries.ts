import { LIMITS } from '#contract/limits.ts'
import type { Sql } from '#worker/rim/sql.ts'

const HOUR_MS = 3_600_000

/**
 * Counts the phones that are looked up for people without a device key: so many an hour for a
 * network, so many for the bar. Stored, so that a sleep does not forget.
 */
export class PhoneTries {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Forgets tries that no longer count: a network's name is kept for an hour. */
  purge(now: number): void {
    this.#sql`DELETE FROM phone_tries WHERE at <= ${now - HOUR_MS} OR typeof(at) <> 'integer'`
  }

  /** When the oldest try may be forgotten; null when there is none. */
  nextDue(): number | null {
    const [row] = this.#sql<{ at: number | null }>`SELECT min(at) AS at FROM phone_tries`
    return row?.at == null ? null : row.at + HOUR_MS
  }

  /** Counts a try, whether or not anybody has the phone. False, and nothing, where none is left. */
  consume(network: string, now: number): boolean {
    this.purge(now)
    const [row] = this.#sql<{ all: number; own: number }>`
      SELECT count(*) AS "all", count(iif(network = ${network}, 1, NULL)) AS own
      FROM phone_tries WHERE at > ${now - HOUR_MS}`
    const { all, own } = row ?? { all: 0, own: 0 }
    if (own >= LIMITS.phoneTriesPerNetwork || all >= LIMITS.phoneTriesPerBar) return false
    this.#sql`INSERT INTO phone_tries (at, network) VALUES (${now}, ${network})`
    return true
  }
}
