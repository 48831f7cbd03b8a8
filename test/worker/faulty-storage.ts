import { runInDurableObject } from 'cloudflare:test'
import type { BarRoom } from '#worker/room/bar-room.ts'

const INJECTED = 'injected: this statement fails'
/** The platform's error for a statement that would grow an object's file beyond its limit. */
const FULL = 'database or disk is full: SQLITE_FULL'
const GROWS = /^\s*(?:INSERT|UPDATE)\b/i

/** The statements of the rooms in this isolate, some of which fail. */
export class FaultyStorage {
  /** Statements since it was armed last. */
  calls = 0
  #at = Infinity
  /** Storages that are wrapped already. A second wrapper would count each statement twice. */
  readonly #standing = new WeakSet<SqlStorage>()
  /** Nothing more can be written; reads and deletes go on. */
  isFull = false

  /** Has the `at`th statement from now on fail. */
  arm(at: number): void {
    this.calls = 0
    this.#at = at
  }

  disarm(): void {
    this.#at = Infinity
  }

  /** Wraps the storage of a room until the room sleeps. */
  async standBefore(room: DurableObjectStub<BarRoom>): Promise<void> {
    await runInDurableObject(room, (_, { storage }) => {
      const { sql } = storage
      if (this.#standing.has(sql)) return
      const exec: SqlStorage['exec'] = (text, ...values) => {
        this.calls += 1
        if (this.calls === this.#at) throw new Error(INJECTED)
        if (this.isFull && GROWS.test(text)) throw new Error(FULL)
        return sql.exec(text, ...values)
      }
      const value = { exec } as SqlStorage
      this.#standing.add(value)
      Object.defineProperty(storage, 'sql', { configurable: true, value })
    })
  }
}

/** Drops two columns that are written at other times: the connected people, and the counts that the monitor confirmed. */
function withoutOwnPace(row: Record<string, SqlStorageValue>): Record<string, SqlStorageValue> {
  const { connected: _, connected_at: __, ...others } = row
  const { pushed_online: ___, pushed_total: ____, pushed_at: _____, ...rest } = others
  return rest
}

/** Lists the tables of an object's file, without the platform's. */
export function tablesOf(sql: SqlStorage): string[] {
  const query = "SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 1) <> '_'"
  const rows = sql.exec<{ name: string }>(`${query} ORDER BY name`).toArray()
  return rows.map(({ name }) => name)
}

/** Everything that a room has stored, table by table. */
export function dumpOf(
  room: DurableObjectStub<BarRoom>,
  without: readonly string[],
): Promise<Record<string, unknown[]>> {
  return runInDurableObject(room, (_, { storage }) => {
    const tables = tablesOf(storage.sql).filter((name) => !without.includes(name))
    const rowsOf = (table: string) =>
      storage.sql.exec(`SELECT * FROM ${table}`).toArray().map(withoutOwnPace)
    return Object.fromEntries(tables.map((table) => [table, rowsOf(table)]))
  })
}
