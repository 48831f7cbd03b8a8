import { TIMINGS } from '#contract/timings.ts'
import type { Sql } from '#worker/rim/sql.ts'

/** What of a person's visit time decides. Milliseconds since 1970. */
type Times = {
  expiresAt: number
  lastSeen: number
  onlineUntil: number
  leavingEndsAt: number | null
}

/** Of a row whose times cannot be read: it is of no use to anybody, and its time is over. */
const OVER: Times = { expiresAt: 0, lastSeen: 0, onlineUntil: 0, leavingEndsAt: null }

/**
 * What time does to the people of the bar: whose grace, leaving or visit is over, and what is next.
 * Every alarm asks, so everybody's times are read once a wake and then follow what is written.
 */
export class DueVisits {
  readonly #sql: Sql
  readonly #changed = new Set<string>()
  #times: Map<string, Times> | null = null
  /** When the first visit that is still remembered ended; undefined while that is not known. */
  #firstEnded: number | null | undefined

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Notes that something of a person was written. */
  note(personId: string): void {
    if (this.#times) this.#changed.add(personId)
  }

  /** Whether anybody is here. */
  get hasPeople(): boolean {
    return this.#all().size > 0
  }

  /** People whose time without a socket ran out between the two moments, both included. */
  listGraceEnded(from: number, to: number): string[] {
    return this.#list(
      ({ onlineUntil, leavingEndsAt }) =>
        onlineUntil >= from && onlineUntil <= to && leavingEndsAt === null,
    )
  }

  /** People who asked to leave, or whose visit has lasted its full time, at `now`. */
  listEnded(now: number): { id: string; reason: 'left' | 'expired' }[] {
    const hasLeft = ({ leavingEndsAt }: Times) => leavingEndsAt !== null && leavingEndsAt <= now
    const left = this.#list(hasLeft).map((id) => ({ id, reason: 'left' as const }))
    const expired = this.#list((times) => times.expiresAt <= now && !hasLeft(times))
    return [...left, ...expired.map((id) => ({ id, reason: 'expired' as const }))]
  }

  /** People of whom nothing was written down since a moment. */
  listSeenBefore(moment: number): string[] {
    return this.#list(({ lastSeen }) => lastSeen <= moment)
  }

  /** Forgets the ids of visits that ended so long ago that no page can still write to them. */
  purgeEnded(now: number): void {
    const endedBefore = now - TIMINGS.visitMs
    const first = this.#findFirstEnded()
    if (first === null || first > endedBefore) return
    this.#sql`DELETE FROM bar_profiles WHERE ended_at <= ${endedBefore}`
    this.#firstEnded = undefined
  }

  /** The next moment after `now` at which something falls due; null for never. */
  nextDue(now: number): number | null {
    let next = Infinity
    for (const times of this.#all().values()) next = Math.min(next, nextOf(times, now))
    const firstEnded = this.#findFirstEnded()
    if (firstEnded !== null) next = Math.min(next, firstEnded + TIMINGS.visitMs)
    return next === Infinity ? null : next
  }

  /** Everything that was stored is gone. */
  forget(): void {
    this.#times = null
    this.#changed.clear()
    this.#firstEnded = undefined
  }

  #list(isDue: (times: Times) => boolean): string[] {
    const due: string[] = []
    for (const [id, times] of this.#all()) if (isDue(times)) due.push(id)
    return due
  }

  #findFirstEnded(): number | null {
    this.#all()
    if (this.#firstEnded !== undefined) return this.#firstEnded
    const [row] = this.#sql<{ at: number | null }>`
      SELECT min(ended_at) AS at FROM bar_profiles WHERE ended_at IS NOT NULL`
    this.#firstEnded = row?.at ?? null
    return this.#firstEnded
  }

  #all(): ReadonlyMap<string, Times> {
    const times = this.#times ?? this.#readAll()
    for (const personId of this.#changed) this.#readOne(times, personId)
    this.#changed.clear()
    return times
  }

  #readAll(): Map<string, Times> {
    const rows = this.#sql<Times & { id: string }>`
      SELECT id, expiresAt, lastSeen, onlineUntil, leavingEndsAt FROM guests`
    this.#times = new Map(rows.map(({ id, ...times }) => [id, toTimes(times)]))
    return this.#times
  }

  #readOne(all: Map<string, Times>, personId: string): void {
    const [times] = this.#sql<Times>`
      SELECT expiresAt, lastSeen, onlineUntil, leavingEndsAt FROM guests WHERE id = ${personId}`
    if (times) all.set(personId, toTimes(times))
    else if (all.delete(personId)) this.#firstEnded = undefined
  }
}

function toTimes(times: Times): Times {
  const { leavingEndsAt, ...rest } = times
  const isRead = [leavingEndsAt ?? 0, ...Object.values(rest)].every(Number.isFinite)
  return isRead ? times : OVER
}

/** When time does something to one person next. */
function nextOf({ expiresAt, lastSeen, onlineUntil, leavingEndsAt }: Times, now: number): number {
  const isSeen = lastSeen > now - TIMINGS.lastSeenWrittenMs
  const seenDue = lastSeen + (isSeen ? TIMINGS.lastSeenWrittenMs : TIMINGS.visitOfflineMs)
  const graceDue = onlineUntil > now ? onlineUntil : Infinity
  return Math.min(graceDue, leavingEndsAt ?? Infinity, expiresAt, seenDue)
}
