import { TIMINGS } from '#contract/timings.ts'
import type { Sql } from '#worker/rim/sql.ts'
import type { RoomParts } from './parts.ts'

/**
 * Whom the bar has sent away tonight. A device is known by the profiles that it made: the key that
 * it keeps names one of them, so keeping their ids is enough to know it again.
 */
export class Removals {
  readonly #sql: Sql
  readonly #isReady: () => boolean

  constructor(sql: Sql, isReady: () => boolean) {
    this.#sql = sql
    this.#isReady = isReady
  }

  /** Notes who was sent away, and by which administrator. */
  note(personId: string, adminId: string, now: number): void {
    this.#sql`
      INSERT OR REPLACE INTO removals (device, removed_by, removed_at)
      VALUES (${this.#deviceOf(personId)}, ${adminId}, ${now})`
  }

  /** Notes that a browser which has a profile here made one more. */
  noteSameDevice(personId: string, formerId: string, now: number): void {
    this.#sql`
      INSERT OR REPLACE INTO same_device (person_id, device, noted_at)
      VALUES (${personId}, ${this.#deviceOf(formerId)}, ${now})`
  }

  /** Whether the browser that made this profile is to stay out. */
  isOut(personId: string | null, now: number): boolean {
    if (personId === null || !this.#isReady()) return false
    const after = now - TIMINGS.removalMs
    return (
      this.#sql`
        SELECT 1 FROM removals
        WHERE device = ${this.#deviceOf(personId)} AND removed_at > ${after}`.length > 0
    )
  }

  /** Every profile that the same browser made, as far as it is known. */
  ofSameDevice(personId: string): string[] {
    const device = this.#deviceOf(personId)
    const others = this.#sql<{ id: string }>`
      SELECT person_id AS id FROM same_device WHERE device = ${device}`
    return [...new Set([personId, device, ...others.map(({ id }) => id)])]
  }

  /** Forgets what no longer keeps anybody out. */
  purge(now: number): void {
    this.#sql`DELETE FROM removals WHERE removed_at <= ${now - TIMINGS.removalMs}
      OR typeof(removed_at) <> 'integer'`
    // A profile lives for one visit, and may be removed at its end.
    const forgotten = now - TIMINGS.visitMs - TIMINGS.removalMs
    this
      .#sql`DELETE FROM same_device WHERE noted_at <= ${forgotten} OR typeof(noted_at) <> 'integer'`
  }

  /** When the next removal is over; null when nobody is kept out. */
  nextDue(): number | null {
    const [row] = this.#sql<{ at: number | null }>`SELECT min(removed_at) AS at FROM removals`
    return row?.at == null ? null : row.at + TIMINGS.removalMs
  }

  /** The first of the profiles that a browser made stands for the browser. */
  #deviceOf(personId: string): string {
    const [row] = this.#sql<{ device: string }>`
      SELECT device FROM same_device WHERE person_id = ${personId}`
    return row?.device ?? personId
  }
}

type Removing = Pick<RoomParts, 'tables' | 'roster' | 'removals'> & {
  end: (personId: string) => void
}

/**
 * Sends a person away for the night, with every other profile that their browser has here. False
 * where there is nobody of this id. Who recovered the profile by phone alone has no key; the one
 * who made it is not kept out for what another did.
 */
export function removePerson(
  { tables, roster, removals, end }: Removing,
  personId: string,
  adminId: string,
  now: number,
): boolean {
  const person = tables.ready ? roster.find(personId) : null
  if (!person) return false
  if (person.takeover) {
    end(personId)
    return true
  }
  for (const id of removals.ofSameDevice(personId)) end(id)
  removals.note(personId, adminId, now)
  return true
}
