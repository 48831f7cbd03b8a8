import type { Sql } from '#worker/object-sql.ts'
import { tagSql } from '#worker/object-sql.ts'

/** The bars that have people, in storage: whom to ask when somebody begins to watch. */
export class BarList {
  readonly #sql: Sql

  constructor(storage: DurableObjectStorage) {
    this.#sql = tagSql(storage)
    this.#sql`CREATE TABLE IF NOT EXISTS bars (id TEXT PRIMARY KEY) WITHOUT ROWID`
  }

  /** A bar has people now. Safe to repeat. */
  add(barId: string): void {
    this.#sql`INSERT OR IGNORE INTO bars (id) VALUES (${barId})`
  }

  /** A bar has nobody any more. Safe to repeat. */
  remove(barId: string): void {
    this.#sql`DELETE FROM bars WHERE id = ${barId}`
  }

  /** The ids of all of them. */
  all(): string[] {
    return this.#sql<{ id: string }>`SELECT id FROM bars`.map(({ id }) => id)
  }
}
