import type { Removal, RemovalReason } from '#contract/removals.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Person } from '#worker/room/people/people.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'

export type Removable = Pick<Person, 'id' | 'mark' | 'name' | 'table'>

/** Tonight's removals and their reasons. Name and table are kept for the staff, who may undo a removal. */
export class Removals {
  readonly #storage: RoomStorage

  constructor(storage: RoomStorage) {
    this.#storage = storage
  }

  add(
    { id, mark, name, table }: Removable,
    adminId: string,
    reason: RemovalReason,
    now: number,
  ): void {
    this.#storage.sql`
      INSERT OR REPLACE INTO removals
        (mark, removed_by, removed_at, person_id, name, table_id, reason)
      VALUES (${mark}, ${adminId}, ${now}, ${id}, ${name}, ${table}, ${reason})`
  }

  isRemoved(mark: string, now: number): boolean {
    const after = now - TIMINGS.removalMs
    const rows = this.#storage.sql`
      SELECT 1 FROM removals WHERE mark = ${mark} AND removed_at > ${after}`
    return rows.length > 0
  }

  /** When this account removed this person; null if it did not. */
  findTime(personId: string, adminId: string): number | null {
    const [row] = this.#storage.sql<{ at: number }>`
      SELECT removed_at AS at FROM removals
      WHERE person_id = ${personId} AND removed_by = ${adminId}`
    return row?.at ?? null
  }

  /** Newest first. */
  list(now: number): Removal[] {
    return this.#storage.sql<Removal>`
      SELECT person_id AS personId, name, table_id AS "table", reason, removed_at AS removedAt
      FROM removals WHERE removed_at > ${now - TIMINGS.removalMs}
      ORDER BY removed_at DESC, person_id`
  }

  /** False if this person was not removed. */
  undo(personId: string): boolean {
    const rows = this.#storage.sql`
      DELETE FROM removals WHERE person_id = ${personId} RETURNING mark`
    return rows.length > 0
  }
}
