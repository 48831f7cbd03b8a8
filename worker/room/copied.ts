import { HOUR_MS } from '#contract/bar-hours.ts'
import { addHashes, hashPerson } from '#contract/monitor.ts'
import type { Sql } from '#worker/rim/sql.ts'
import type { Roster } from './roster.ts'

/** Come what may, D1 itself restored to an earlier state among it. */
const COMPARED_EVERY_MS = HOUR_MS
/** In a rush: noting reads everybody. */
const NOTED_EVERY_MS = 60_000

/**
 * What the copy in D1 was last seen to show. A room that wakes from its alarm would else ask D1 for
 * everybody each time, although nothing can have happened while it slept. One row, written with an
 * alarm and only where it has changed.
 */
export class Copied {
  readonly #sql: Sql
  readonly #roster: Roster
  #notedAt: number | null = null

  constructor(sql: Sql, roster: Roster) {
    this.#sql = sql
    this.#roster = roster
  }

  /** When the copy was last compared, if it showed what the room holds now; null where that is due. */
  comparedAt(now: number): number | null {
    const [noted] = this.#sql<{ comparedAt: number; people: string }>`
      SELECT compared_at AS comparedAt, people FROM copied`
    if (!noted || noted.comparedAt > now || now - noted.comparedAt >= COMPARED_EVERY_MS) return null
    return noted.people === this.#digest() ? noted.comparedAt : null
  }

  /** Notes that the copy shows what the room holds now; whether it did, or else it is too soon. */
  note(comparedAt: number, now: number): boolean {
    if (this.#notedAt !== null && now - this.#notedAt < NOTED_EVERY_MS) return false
    this.#notedAt = now
    const people = this.#digest()
    this.#sql`
      INSERT INTO copied (id, compared_at, people) VALUES (1, ${comparedAt}, ${people})
      ON CONFLICT (id) DO UPDATE SET compared_at = excluded.compared_at, people = excluded.people
      WHERE compared_at <> excluded.compared_at OR people <> excluded.people`
    return true
  }

  /** How many there are, and a digest of who they are and which state of each. */
  #digest(): string {
    const revisions = this.#roster.revisions()
    const hash = [...revisions].reduce(
      (sum, [id, revision]) => addHashes(sum, hashPerson(id, { revision, online: false })),
      0,
    )
    return `${revisions.size}:${hash}`
  }
}
