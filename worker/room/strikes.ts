import type { Bucket } from '#contract/bucket.ts'
import { refilled, take } from '#contract/bucket.ts'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Sql } from '#worker/rim/sql.ts'
import { readAttachment } from './attachment.ts'
import type { RoomParts } from './parts.ts'
import type { Roster } from './roster.ts'
import type { Visit } from './visit.ts'

const REFUSED_UPGRADES = {
  burst: LIMITS.refusedUpgradesBurst,
  perSecond: LIMITS.refusedUpgradesPerMinute / 60,
}

/**
 * Who misbehaved, and how often. Kept by person (see `blamedOf`), and a device key names the person
 * whose profile it made: so both are kept out. It outlives the visit, because leaving must not wash
 * it off.
 */
export class Strikes {
  readonly #sql: Sql
  /** Not stored: whoever knocks fast enough to empty one keeps the room awake. */
  readonly #refused = new Map<string, Bucket>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Counts one more. Says whether that was one too many. */
  add(blamed: string, now: number): boolean {
    const count = this.#count(blamed, now) + 1
    this.#sql`
      INSERT OR REPLACE INTO strikes (person, count, at) VALUES (${blamed}, ${count}, ${now})`
    return count >= LIMITS.strikes
  }

  /** Whether their strikes, as far as they still count, are too many. */
  isKeptOut(blamed: string, now: number): boolean {
    return this.#count(blamed, now) >= LIMITS.strikes
  }

  /** Notes an upgrade that was refused. Says whether no page would have asked for it so soon. */
  noteRefusedUpgrade(blamed: string, now: number): boolean {
    const { isGranted, left } = take(this.#refused.get(blamed), REFUSED_UPGRADES, now)
    this.#refused.set(blamed, left)
    return !isGranted
  }

  /** Forgets strikes that no longer count, or of no time that can be read, and buckets that are full again. */
  purge(now: number): void {
    this.#sql`DELETE FROM strikes WHERE at <= ${now - TIMINGS.misbehavedMs}
      OR typeof(at) <> 'integer'`
    for (const [blamed, bucket] of this.#refused) {
      const { tokens } = refilled(bucket, REFUSED_UPGRADES, now)
      if (tokens === REFUSED_UPGRADES.burst) this.#refused.delete(blamed)
    }
  }

  /** When the oldest may be forgotten; null when there is none. */
  nextDue(): number | null {
    const [row] = this.#sql<{ at: number | null }>`SELECT min(at) AS at FROM strikes`
    return row?.at == null ? null : row.at + TIMINGS.misbehavedMs
  }

  #count(blamed: string, now: number): number {
    const [row] = this.#sql<{ count: number }>`
      SELECT count FROM strikes WHERE person = ${blamed} AND at > ${now - TIMINGS.misbehavedMs}`
    return row?.count ?? 0
  }
}

/** By which secret of whom something was asked. */
type Asker = Pick<Visit, 'personId' | 'secretHash'>

/**
 * Against whom a strike counts: the person, or the secret alone where whoever shows it came in by a
 * phone alone or it was revoked. The profile's maker has done nothing then.
 */
export function blamedOf(roster: Roster, { personId, secretHash }: Asker): string {
  const person = roster.find(personId)
  return !person || person.ownerHashes.includes(secretHash) ? personId : secretHash
}

/** Counts one more strike. One too many ends the sockets of whoever is blamed, and says so. */
export function strike(
  { strikes, sockets, roster, wakeBy }: RoomParts,
  asker: Asker,
  now: number,
): boolean {
  const blamed = blamedOf(roster, asker)
  const isTooMany = strikes.add(blamed, now)
  // Older ones have an alarm that is earlier.
  wakeBy(now + TIMINGS.misbehavedMs, now)
  if (!isTooMany) return false
  for (const socket of sockets.of(asker.personId)) {
    if (blamedOf(roster, readAttachment(socket)) === blamed) sockets.close(socket, 'misbehaved')
  }
  return true
}
