import { TIMINGS } from '#contract/timings.ts'
import type { Sql } from '#worker/rim/sql.ts'

/** What time does to the people of the bar: whose grace, leaving or visit is over, and what is next. */
export class DueVisits {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** People whose time without a socket ran out between the two moments, both included. */
  listGraceEnded(from: number, to: number): string[] {
    return this.#sql<{ id: string }>`
      SELECT id FROM guests WHERE onlineUntil BETWEEN ${from} AND ${to}
        AND leavingEndsAt IS NULL`.map((row) => row.id)
  }

  /** People who asked to leave, or whose visit has lasted its full time, at `now`. */
  listEnded(now: number): { id: string; reason: 'left' | 'expired' }[] {
    return this.#sql<{ id: string; reason: 'left' | 'expired' }>`
      SELECT id, iif(leavingEndsAt <= ${now}, 'left', 'expired') AS reason FROM guests
      WHERE leavingEndsAt <= ${now} OR expiresAt <= ${now}`
  }

  /** People of whom nothing was written down since a moment. */
  listSeenBefore(moment: number): string[] {
    return this.#sql<{ id: string }>`SELECT id FROM guests WHERE lastSeen <= ${moment}`.map(
      (row) => row.id,
    )
  }

  /** Forgets the ids of visits that ended so long ago that no page can still write to them. */
  purgeEnded(now: number): void {
    this.#sql`DELETE FROM people WHERE ended_at <= ${now - TIMINGS.visitMs}`
  }

  /** The next moment after `now` at which something falls due; null for never. Reads every person. */
  nextDue(now: number): number | null {
    type Due = Record<'grace' | 'leaving' | 'expiry' | 'seen' | 'lost', number | null>
    const seenBefore = now - TIMINGS.lastSeenWrittenMs
    const [row] = this.#sql<Due>`
      SELECT min(iif(onlineUntil > ${now}, onlineUntil, NULL)) AS grace,
        min(leavingEndsAt) AS leaving, min(expiresAt) AS expiry,
        min(iif(lastSeen > ${seenBefore}, lastSeen, NULL)) AS seen,
        min(iif(lastSeen <= ${seenBefore}, lastSeen, NULL)) AS lost FROM guests`
    const [ended] = this.#sql<{ at: number | null }>`
      SELECT min(ended_at) AS at FROM people WHERE ended_at IS NOT NULL`
    const due = [
      row?.grace,
      row?.leaving,
      row?.expiry,
      row?.seen && row.seen + TIMINGS.lastSeenWrittenMs,
      row?.lost && row.lost + TIMINGS.visitOfflineMs,
      ended?.at && ended.at + TIMINGS.visitMs,
    ].filter((at) => at != null)
    return due.length > 0 ? Math.min(...due) : null
  }
}
