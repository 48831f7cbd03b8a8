import { TIMINGS } from '#contract/timings.ts'
import type { RoomStorage } from '#worker/room/storage.ts'

export class Removals {
  readonly #storage: RoomStorage

  constructor(storage: RoomStorage) {
    this.#storage = storage
  }

  add(mark: string, adminId: string, now: number): void {
    this.#storage.sql`
      INSERT OR REPLACE INTO removals (mark, removed_by, removed_at)
      VALUES (${mark}, ${adminId}, ${now})`
  }

  isRemoved(mark: string, now: number): boolean {
    const after = now - TIMINGS.removalMs
    const rows = this.#storage.sql`
      SELECT 1 FROM removals WHERE mark = ${mark} AND removed_at > ${after}`
    return rows.length > 0
  }

  purge(now: number): void {
    this.#storage.sql`DELETE FROM removals WHERE removed_at <= ${now - TIMINGS.removalMs}
      OR typeof(removed_at) <> 'integer'`
  }

  nextDue(): number | null {
    const [row] = this.#storage.sql<{ at: number | null }>`
      SELECT min(removed_at) AS at FROM removals`
    return row?.at == null ? null : row.at + TIMINGS.removalMs
  }
}
