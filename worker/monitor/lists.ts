import type { Sql } from '#worker/object-sql.ts'
import { tagSql } from '#worker/object-sql.ts'

/** The monitor's storage. */
export class Lists {
  readonly #sql: Sql

  constructor(storage: DurableObjectStorage) {
    this.#sql = tagSql(storage)
    this.#sql`CREATE TABLE IF NOT EXISTS bars (id TEXT PRIMARY KEY) WITHOUT ROWID`
    this.#sql`
      CREATE TABLE IF NOT EXISTS sections (
        token_hash TEXT NOT NULL, bar_id TEXT NOT NULL, PRIMARY KEY (token_hash, bar_id)
      ) WITHOUT ROWID`
  }

  addBar(barId: string): void {
    this.#sql`INSERT OR IGNORE INTO bars (id) VALUES (${barId})`
  }

  removeBar(barId: string): void {
    this.#sql`DELETE FROM bars WHERE id = ${barId}`
  }

  /** The rooms to ask when somebody starts watching. */
  bars(): string[] {
    return this.#sql<{ id: string }>`SELECT id FROM bars`.map(({ id }) => id)
  }

  /** A session of an administrator opens a room. */
  addSection(tokenHash: string, barId: string): void {
    this.#sql`
      INSERT OR IGNORE INTO sections (token_hash, bar_id) VALUES (${tokenHash}, ${barId})`
  }

  sessions(): string[] {
    const rows = this.#sql<{ session: string }>`
      SELECT DISTINCT token_hash AS session FROM sections`
    return rows.map(({ session }) => session)
  }

  /** The rooms that a session has opened. */
  sectionsOf(tokenHash: string): string[] {
    const rows = this.#sql<{ barId: string }>`
      SELECT bar_id AS barId FROM sections WHERE token_hash = ${tokenHash}`
    return rows.map(({ barId }) => barId)
  }

  removeSection(tokenHash: string, barId: string): void {
    this.#sql`DELETE FROM sections WHERE token_hash = ${tokenHash} AND bar_id = ${barId}`
  }
}
