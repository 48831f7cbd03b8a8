import type { WaitingCounts } from '#contract/monitor.ts'
import type { Sql } from '#worker/object-sql.ts'
import { tagSql } from '#worker/object-sql.ts'
import type { CountedBar, PushedCalls, PushedCounts } from './pushed-counts.ts'

const newTag = () => crypto.randomUUID().slice(0, 8)

/** The monitor's storage. */
export class MonitorStorage {
  readonly #sql: Sql
  readonly #kv: DurableObjectStorage['kv']

  constructor(storage: DurableObjectStorage) {
    this.#sql = tagSql(storage)
    this.#kv = storage.kv
    this.#sql`
      CREATE TABLE IF NOT EXISTS counts (
        id TEXT PRIMARY KEY, online INTEGER NOT NULL, total INTEGER NOT NULL, at INTEGER NOT NULL
      ) WITHOUT ROWID`
    this.#sql`
      CREATE TABLE IF NOT EXISTS calls (
        id TEXT PRIMARY KEY, calls INTEGER NOT NULL, at INTEGER NOT NULL
      ) WITHOUT ROWID`
    this.#sql`
      CREATE TABLE IF NOT EXISTS sections (
        token_hash TEXT NOT NULL, bar_id TEXT NOT NULL, PRIMARY KEY (token_hash, bar_id)
      ) WITHOUT ROWID`
  }

  /** Returns false for an older push. Keeps zeros, so that a late push cannot replace them. */
  setCounts({ barId, online, total, at }: PushedCounts): boolean {
    const stored = this.#sql`
      INSERT INTO counts (id, online, total, at) VALUES (${barId}, ${online}, ${total}, ${at})
      ON CONFLICT (id) DO UPDATE
      SET online = excluded.online, total = excluded.total, at = excluded.at
      WHERE excluded.at >= counts.at RETURNING 1`
    return stored.length > 0
  }

  /** Like `setCounts`. */
  setCalls({ barId, calls, at }: PushedCalls): boolean {
    const stored = this.#sql`
      INSERT INTO calls (id, calls, at) VALUES (${barId}, ${calls}, ${at})
      ON CONFLICT (id) DO UPDATE SET calls = excluded.calls, at = excluded.at
      WHERE excluded.at >= calls.at RETURNING 1`
    return stored.length > 0
  }

  /** The bars with unresolved calls for help. */
  calls(): WaitingCounts {
    const rows = this.#sql<{ barId: string; calls: number }>`
      SELECT id AS barId, calls FROM calls WHERE calls > 0`
    return Object.fromEntries(rows.map(({ barId, calls }) => [barId, calls]))
  }

  /** The open reports, as D1 last said. Bars without one are missing. */
  get reports(): WaitingCounts {
    return this.#kv.get<WaitingCounts>('reports') ?? {}
  }

  set reports(counts: WaitingCounts) {
    this.#kv.put('reports', counts)
  }

  removeSilentCalls(before: number): string[] {
    const rows = this.#sql<{ id: string }>`DELETE FROM calls WHERE at < ${before} RETURNING id`
    return rows.map(({ id }) => id)
  }

  /** Forgets the bars that said nothing since `before`. Returns their ids. */
  removeSilent(before: number): string[] {
    const rows = this.#sql<{ id: string }>`DELETE FROM counts WHERE at < ${before} RETURNING id`
    return rows.map(({ id }) => id)
  }

  /** The bars with people. */
  counts(): CountedBar[] {
    return this.#sql<{ barId: string; online: number; total: number }>`
      SELECT id AS barId, online, total FROM counts WHERE total > 0`
  }

  /** Differs after each change of the list of bars. */
  get barList(): string {
    return this.#kv.get<string>('barList') ?? this.renewBarList()
  }

  renewBarList(): string {
    const tag = newTag()
    this.#kv.put('barList', tag)
    return tag
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
