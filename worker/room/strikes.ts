import type { Bucket } from '#contract/bucket.ts'
import { refilled, take } from '#contract/bucket.ts'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Sql } from '#worker/rim/sql.ts'
import type { RoomParts } from './parts.ts'
import type { Roster } from './roster.ts'

const REFUSED_UPGRADES = {
  burst: LIMITS.refusedUpgradesBurst,
  perSecond: LIMITS.refusedUpgradesPerMinute / 60,
}

/**
 * Who misbehaved, and how often: the abuse count of each subject (see `abuseSubject`). It outlives
 * the visit, because leaving must not reset it.
 */
export class Strikes {
  readonly #sql: Sql
  /** Not stored: whoever knocks fast enough to empty one keeps the room awake. */
  readonly #refused = new Map<string, Bucket>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Counts one more. Says whether that was one too many. */
  add(subject: string, now: number): boolean {
    const count = this.#count(subject, now) + 1
    this.#sql`
      INSERT OR REPLACE INTO strikes (subject, count, at) VALUES (${subject}, ${count}, ${now})`
    return count >= LIMITS.strikes
  }

  /** Whether their strikes, as far as they still count, are too many. */
  isKeptOut(subject: string, now: number): boolean {
    return this.#count(subject, now) >= LIMITS.strikes
  }

  /** Notes an upgrade that was refused. Says whether no page would have asked for it so soon. */
  noteRefusedUpgrade(subject: string, now: number): boolean {
    const { isGranted, left } = take(this.#refused.get(subject), REFUSED_UPGRADES, now)
    this.#refused.set(subject, left)
    return !isGranted
  }

  /** Forgets strikes that no longer count, or of no time that can be read, and buckets that are full again. */
  purge(now: number): void {
    this.#sql`DELETE FROM strikes WHERE at <= ${now - TIMINGS.misbehavedMs}
      OR typeof(at) <> 'integer'`
    for (const [subject, bucket] of this.#refused) {
      const { tokens } = refilled(bucket, REFUSED_UPGRADES, now)
      if (tokens === REFUSED_UPGRADES.burst) this.#refused.delete(subject)
    }
  }

  /** When the oldest may be forgotten; null when there is none. */
  nextDue(): number | null {
    const [row] = this.#sql<{ at: number | null }>`SELECT min(at) AS at FROM strikes`
    return row?.at == null ? null : row.at + TIMINGS.misbehavedMs
  }

  #count(subject: string, now: number): number {
    const [row] = this.#sql<{ count: number }>`
      SELECT count FROM strikes WHERE subject = ${subject} AND at > ${now - TIMINGS.misbehavedMs}`
    return row?.count ?? 0
  }
}

/** Against whom a strike counts: the mark of the person's browser, or the id where the visit is over. */
export function abuseSubject(roster: Roster, personId: string): string {
  return roster.find(personId)?.mark ?? personId
}

/** Counts one more strike. One too many ends the sockets of the person, and says so. */
export function strike(
  { strikes, sockets, roster, wakeBy }: RoomParts,
  personId: string,
  now: number,
): boolean {
  const isTooMany = strikes.add(abuseSubject(roster, personId), now)
  // Older ones have an alarm that is earlier.
  wakeBy(now + TIMINGS.misbehavedMs, now)
  if (!isTooMany) return false
  for (const socket of sockets.of(personId)) sockets.close(socket, 'misbehaved')
  return true
}
