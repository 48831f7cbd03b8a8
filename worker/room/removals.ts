import { TIMINGS } from '#contract/timings.ts'
import type { Sql } from '#worker/rim/sql.ts'
import type { RoomParts } from './parts.ts'

/** Whom the bar has removed tonight, by the mark of their browser. */
export class Removals {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Notes which browser was removed, and by which administrator. */
  note(mark: string, adminId: string, now: number): void {
    this.#sql`
      INSERT OR REPLACE INTO removals (mark, removed_by, removed_at)
      VALUES (${mark}, ${adminId}, ${now})`
  }

  /** Whether the browser with this mark is to stay out. */
  isOut(mark: string, now: number): boolean {
    const after = now - TIMINGS.removalMs
    return (
      this.#sql`SELECT 1 FROM removals WHERE mark = ${mark} AND removed_at > ${after}`.length > 0
    )
  }

  /** Forgets what no longer keeps anybody out. */
  purge(now: number): void {
    this.#sql`DELETE FROM removals WHERE removed_at <= ${now - TIMINGS.removalMs}
      OR typeof(removed_at) <> 'integer'`
  }

  /** When the next removal is over; null when nobody is kept out. */
  nextDue(): number | null {
    const [row] = this.#sql<{ at: number | null }>`SELECT min(removed_at) AS at FROM removals`
    return row?.at == null ? null : row.at + TIMINGS.removalMs
  }
}

type Removing = Pick<RoomParts, 'tables' | 'roster' | 'removals'> & {
  end: (personId: string) => void
}

/**
 * Removes a person for the night, with every other profile that their browser has here. False where
 * nobody has this id.
 */
export function removePerson(
  { tables, roster, removals, end }: Removing,
  personId: string,
  adminId: string,
  now: number,
): boolean {
  const person = tables.ready ? roster.find(personId) : null
  if (!person) return false
  for (const id of roster.listByMark(person.mark)) end(id)
  removals.note(person.mark, adminId, now)
  return true
}
