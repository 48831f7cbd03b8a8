import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { EntryCodeSetting } from '#worker/policy/entry-code.ts'
import type { RoomStorage } from './storage.ts'

const SALT_BYTES = 16
const NO_CODE: EntryCodeSetting = { isOn: false, until: null, renewals: 0, state: null }

const entryCodeSchema = v.object({
  isOn: v.boolean(),
  until: v.nullable(v.number()),
  renewals: v.number(),
  state: v.nullable(v.string()),
})

/** Never changed once deployed. */
export type Migration = (sql: RoomStorage['sql']) => void

/** Clustered keys: each written row is billed, and each index that it touches. */
export const MIGRATIONS: readonly Migration[] = [
  (sql) => {
    sql`CREATE TABLE room (
      id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL, bar_id TEXT NOT NULL,
      salt TEXT NOT NULL, made_at INTEGER NOT NULL, is_paused INTEGER NOT NULL,
      is_listed INTEGER NOT NULL, connected TEXT NOT NULL, connected_at INTEGER
    )`
    sql`CREATE TABLE bar_profiles (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, phone TEXT, photo TEXT, interest TEXT NOT NULL,
      shows_interest INTEGER NOT NULL, table_id TEXT NOT NULL, secret_hashes TEXT NOT NULL,
      mark TEXT NOT NULL, is_aside INTEGER NOT NULL, phone_used INTEGER NOT NULL,
      entered_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, last_seen INTEGER NOT NULL,
      online_until INTEGER NOT NULL, leaving_ends_at INTEGER, photo_times TEXT NOT NULL,
      revision INTEGER NOT NULL
    ) WITHOUT ROWID`
    sql`CREATE TABLE conversations (
      id TEXT PRIMARY KEY, read_by_first INTEGER NOT NULL, read_by_second INTEGER NOT NULL
    ) WITHOUT ROWID`
    sql`CREATE TABLE messages (
      conversation TEXT NOT NULL, number INTEGER NOT NULL, id TEXT NOT NULL, sender TEXT NOT NULL,
      text TEXT NOT NULL, created_at INTEGER NOT NULL, PRIMARY KEY (conversation, number)
    ) WITHOUT ROWID`
    sql`CREATE TABLE phone_tries (at INTEGER NOT NULL, network TEXT NOT NULL)`
    sql`CREATE TABLE photo_erasures (path TEXT PRIMARY KEY) WITHOUT ROWID`
    sql`CREATE TABLE abuse_counts (
      subject TEXT PRIMARY KEY, count INTEGER NOT NULL, at INTEGER NOT NULL
    ) WITHOUT ROWID`
    sql`CREATE TABLE removals (
      mark TEXT PRIMARY KEY, removed_by TEXT NOT NULL, removed_at INTEGER NOT NULL
    ) WITHOUT ROWID`
    // `visits` that began up to `counted_until`. Later ones are counted by their rows.
    sql`CREATE TABLE hours (
      hour INTEGER PRIMARY KEY, peak INTEGER NOT NULL, visits INTEGER NOT NULL,
      counted_until INTEGER NOT NULL
    )`
  },
  (sql) => {
    sql`ALTER TABLE bar_profiles ADD COLUMN network TEXT NOT NULL DEFAULT ''`
  },
  (sql) => {
    sql`ALTER TABLE bar_profiles ADD COLUMN wide_network TEXT`
  },
  (sql) => {
    sql`ALTER TABLE bar_profiles ADD COLUMN end_reason TEXT`
  },
  (sql) => {
    sql`ALTER TABLE room ADD COLUMN entry_code TEXT`
    sql`ALTER TABLE removals ADD COLUMN person_id TEXT NOT NULL DEFAULT ''`
    sql`ALTER TABLE removals ADD COLUMN name TEXT NOT NULL DEFAULT ''`
    sql`ALTER TABLE removals ADD COLUMN table_id TEXT NOT NULL DEFAULT ''`
    sql`CREATE TABLE entry_code_tries (
      network TEXT NOT NULL, at INTEGER NOT NULL, tries INTEGER NOT NULL, PRIMARY KEY (network, at)
    ) WITHOUT ROWID`
  },
  (sql) => {
    sql`ALTER TABLE conversations ADD COLUMN is_folded INTEGER NOT NULL DEFAULT 0`
  },
  (sql) => {
    sql`CREATE TABLE blocks (
      mark TEXT NOT NULL, other TEXT NOT NULL, is_own INTEGER NOT NULL, person_id TEXT NOT NULL,
      name TEXT NOT NULL, blocked_at INTEGER NOT NULL, PRIMARY KEY (mark, other, is_own)
    ) WITHOUT ROWID`
  },
  (sql) => {
    sql`ALTER TABLE bar_profiles ADD COLUMN subscription TEXT`
    // The last message when a notice was asked for.
    sql`ALTER TABLE conversations ADD COLUMN noticed_first INTEGER NOT NULL DEFAULT 0`
    sql`ALTER TABLE conversations ADD COLUMN noticed_second INTEGER NOT NULL DEFAULT 0`
  },
  (sql) => {
    // `evidence` until it is in R2, and the photos that it needs till then.
    sql`CREATE TABLE reports (
      id TEXT PRIMARY KEY, attempt TEXT NOT NULL, mark TEXT NOT NULL, other TEXT NOT NULL,
      person_id TEXT NOT NULL, name TEXT NOT NULL, table_id TEXT NOT NULL, reason TEXT NOT NULL,
      reported_at INTEGER NOT NULL, evidence TEXT, photos TEXT NOT NULL
    ) WITHOUT ROWID`
  },
  (sql) => {
    sql`CREATE TABLE help_calls (
      person_id TEXT PRIMARY KEY, id TEXT NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL,
      is_seen INTEGER NOT NULL, called_at INTEGER NOT NULL
    ) WITHOUT ROWID`
  },
  (sql) => {
    // After the way back to 0.1.0, which writes its own number, these steps would run twice and fail.
    sql`CREATE TRIGGER keep_version BEFORE UPDATE OF version ON room WHEN NEW.version < OLD.version
      BEGIN SELECT RAISE(IGNORE); END`
  },
  (sql) => {
    sql`ALTER TABLE removals ADD COLUMN reason TEXT NOT NULL DEFAULT 'other'`
  },
  (sql) => {
    sql`ALTER TABLE help_calls ADD COLUMN staff_told_at INTEGER NOT NULL DEFAULT 0`
  },
  (sql) => {
    sql`ALTER TABLE phone_tries ADD COLUMN wide_network TEXT`
  },
]

type RoomRow = {
  version: number
  barId: string
  salt: string
  madeAt: number
  isPaused: number
  isListed: number
  entryCode: string | null
}

/** Nothing is written before D1 knows the bar. */
export class Schema {
  readonly #storage: RoomStorage
  readonly #deleteAll: () => Promise<void>
  readonly #migrations: readonly Migration[]
  readonly #exists: () => boolean
  readonly #row: () => RoomRow | null
  #isShut = false

  /** Throws if a migration fails; the platform retries with the next event. */
  constructor(
    storage: RoomStorage,
    deleteAll: () => Promise<void>,
    migrations: readonly Migration[] = MIGRATIONS,
  ) {
    this.#storage = storage
    this.#deleteAll = deleteAll
    this.#migrations = migrations
    this.#exists = storage.cache(() => this.#readExists())
    this.#row = storage.cache(() => this.#readRow())
    if (this.exists) storage.transact(() => this.#migrate())
    // A file from before numbered migrations: no secret of that time is valid any more.
    else if (this.#hasTables) void deleteAll()
  }

  get isReady(): boolean {
    return !this.#isShut && this.#row() !== null
  }

  /** Also true for a room that was shut. */
  get exists(): boolean {
    return this.#exists()
  }

  #readExists(): boolean {
    const columns = this.#storage.sql`
      SELECT 1 FROM pragma_table_info('room') WHERE name = 'version' LIMIT 1`
    return columns.length > 0
  }

  /** Throws if the room does not know its bar. */
  get room(): {
    barId: string
    salt: string
    madeAt: number
    isPaused: boolean
    isListed: boolean
    entryCode: EntryCodeSetting
  } {
    const row = this.#row()
    if (!row) throw new Error('the room does not know its bar')
    const entryCode = row.entryCode && v.parse(entryCodeSchema, JSON.parse(row.entryCode))
    return {
      ...row,
      isPaused: row.isPaused === 1,
      isListed: row.isListed === 1,
      entryCode: entryCode || NO_CODE,
    }
  }

  /** Call in the transaction of the first visit. */
  create(barId: string, entryCode: EntryCodeSetting = NO_CODE): void {
    if (this.#row()) return
    const { sql } = this.#storage
    for (const migrate of this.#migrations) migrate(sql)
    const salt = randomBytes(SALT_BYTES).toString('base64url')
    sql`
      INSERT INTO room (id, version, bar_id, salt, made_at, is_paused, is_listed, connected,
        entry_code)
      VALUES (1, ${this.#migrations.length}, ${barId}, ${salt}, ${Date.now()}, 0, 0, '[]',
        ${JSON.stringify(entryCode)})`
    this.#storage.dropCaches()
  }

  setPaused(isPaused: boolean): void {
    this.#storage.sql`UPDATE room SET is_paused = ${Number(isPaused)}`
    this.#note({ isPaused: Number(isPaused) })
  }

  setEntryCode(entryCode: EntryCodeSetting): void {
    const text = JSON.stringify(entryCode)
    this.#storage.sql`UPDATE room SET entry_code = ${text}`
    this.#note({ entryCode: text })
  }

  setListed(isListed: boolean): void {
    this.#storage.sql`UPDATE room SET is_listed = ${Number(isListed)}`
    this.#note({ isListed: Number(isListed) })
  }

  /** The room finds nothing from now on. `erase` follows. */
  shut(): void {
    this.#isShut = true
  }

  /** Erases the whole file: a deleted row's bytes would stay in it. Deletes the alarm too. */
  async erase(): Promise<void> {
    this.#isShut = true
    await this.#deleteAll()
    this.#isShut = false
    this.#storage.dropCaches()
  }

  get #hasTables(): boolean {
    return this.#storage.sql`SELECT 1 FROM sqlite_master WHERE name = 'room'`.length > 0
  }

  #migrate(): void {
    const { sql } = this.#storage
    // Only this column: the others may be made by a migration.
    const done = sql<{ version: number }>`SELECT version FROM room`[0]?.version ?? 0
    const all = this.#migrations
    for (const migrate of all.slice(done)) migrate(sql)
    if (done >= all.length) return
    sql`UPDATE room SET version = ${all.length}`
    this.#storage.dropCaches()
  }

  /** The row alone: what else is in memory may be all there is of it (a peak). */
  #note(changes: Partial<RoomRow>): void {
    Object.assign(this.#row() ?? {}, changes)
  }

  #readRow(): RoomRow | null {
    if (!this.exists) return null
    const [row] = this.#storage.sql<RoomRow>`
      SELECT version, bar_id AS barId, salt, made_at AS madeAt, is_paused AS isPaused,
        is_listed AS isListed, entry_code AS entryCode FROM room`
    return row ?? null
  }
}
