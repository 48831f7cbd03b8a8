import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Sql } from '#worker/rim/sql.ts'

/**
 * Who misbehaved, and how often. Kept by person, and a device key names the person whose profile it
 * made: so both are kept out. It outlives the visit, because leaving must not wash it off.
 */
export class Strikes {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Counts one more. Says whether that was one too many. */
  add(personId: string, now: number): boolean {
    const count = this.#count(personId, now) + 1
    this.#sql`
      INSERT OR REPLACE INTO strikes (person, count, at) VALUES (${personId}, ${count}, ${now})`
    return count >= LIMITS.strikes
  }

  isKeptOut(personId: string, now: number): boolean {
    return this.#count(personId, now) >= LIMITS.strikes
  }

  purge(now: number): void {
    this.#sql`DELETE FROM strikes WHERE at <= ${now - TIMINGS.misbehavedMs}`
  }

  /** When the oldest may be forgotten; null when there is none. */
  nextDue(): number | null {
    const [row] = this.#sql<{ at: number | null }>`SELECT min(at) AS at FROM strikes`
    return row?.at == null ? null : row.at + TIMINGS.misbehavedMs
  }

  #count(personId: string, now: number): number {
    const [row] = this.#sql<{ count: number }>`
      SELECT count FROM strikes WHERE person = ${personId} AND at > ${now - TIMINGS.misbehavedMs}`
    return row?.count ?? 0
  }
}
