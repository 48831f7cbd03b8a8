import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { BarTotals, PushedCalls } from '#worker/monitor/pushed-counts.ts'
import type { Sql } from '#worker/object-sql.ts'
import type { EntryCodeSetting } from '#worker/policy/entry-code.ts'
import type { RoomStorage } from './storage.ts'

const SALT_BYTES = 16
const NO_CODE: EntryCodeSetting = {
  isOn: false,
  until: null,
  renewals: 0,
  state: null,
  timeZone: null,
}

const entryCodeSchema = v.object({
  isOn: v.boolean(),
  until: v.nullable(v.number()),
  renewals: v.number(),
  state: v.nullable(v.string()),
  timeZone: v.nullable(v.string()),
})

/**
 * The tables of a room. Until 0.2.0 they may change: a file of another shape is erased when its room
 * wakes. Clustered keys: each written row is billed, and each index that it touches. Strict types: a
 * time is a number whenever it is read.
 */
function createTables(sql: Sql): void {
  sql`CREATE TABLE room (
    id INTEGER PRIMARY KEY CHECK (id = 1), shape TEXT NOT NULL, bar_id TEXT NOT NULL,
    salt TEXT NOT NULL, made_at INTEGER NOT NULL, is_paused INTEGER NOT NULL,
    is_closed INTEGER NOT NULL, entry_code TEXT NOT NULL, connected TEXT NOT NULL,
    connected_at INTEGER, reports_notified_at INTEGER NOT NULL,
    pushed_online INTEGER NOT NULL, pushed_total INTEGER NOT NULL, pushed_at INTEGER NOT NULL,
    pushed_calls INTEGER NOT NULL, calls_pushed_at INTEGER NOT NULL
  ) STRICT`
  sql`CREATE TABLE bar_profiles (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, phone TEXT, photo TEXT, interest TEXT NOT NULL,
    shows_interest INTEGER NOT NULL, table_id TEXT NOT NULL, secret_hashes TEXT NOT NULL,
    mark TEXT NOT NULL, network TEXT NOT NULL, wide_network TEXT, is_unlisted INTEGER NOT NULL,
    phone_used INTEGER NOT NULL, entered_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
    end_reason TEXT, last_seen INTEGER NOT NULL, online_until INTEGER NOT NULL,
    photo_times TEXT NOT NULL, subscription TEXT
  ) STRICT, WITHOUT ROWID`
  // Two for each conversation. `noticed_through`: the last message when a notice was asked for.
  sql`CREATE TABLE sides (
    person TEXT NOT NULL, partner TEXT NOT NULL, conversation INTEGER NOT NULL,
    read_through INTEGER NOT NULL DEFAULT 0, noticed_through INTEGER NOT NULL DEFAULT 0,
    is_folded INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (person, partner)
  ) STRICT, WITHOUT ROWID`
  sql`CREATE TABLE messages (
    conversation INTEGER NOT NULL, number INTEGER NOT NULL, id TEXT NOT NULL, sender TEXT NOT NULL,
    text TEXT NOT NULL, created_at INTEGER NOT NULL, PRIMARY KEY (conversation, number)
  ) STRICT, WITHOUT ROWID`
  sql`CREATE TABLE phone_tries (at INTEGER NOT NULL, network TEXT NOT NULL, wide_network TEXT) STRICT`
  sql`CREATE TABLE entry_code_tries (
    network TEXT NOT NULL, at INTEGER NOT NULL, tries INTEGER NOT NULL, PRIMARY KEY (network, at)
  ) STRICT, WITHOUT ROWID`
  sql`CREATE TABLE abuse_counts (
    subject TEXT PRIMARY KEY, count INTEGER NOT NULL, at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`
  sql`CREATE TABLE removals (
    mark TEXT PRIMARY KEY, person_id TEXT NOT NULL, name TEXT NOT NULL, table_id TEXT NOT NULL,
    reason TEXT NOT NULL, removed_by TEXT NOT NULL, removed_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`
  // `is_told`: this side knows that the conversation has ended.
  sql`CREATE TABLE blocks (
    mark TEXT NOT NULL, other TEXT NOT NULL, is_own INTEGER NOT NULL, person_id TEXT NOT NULL,
    name TEXT NOT NULL, blocked_at INTEGER NOT NULL, is_told INTEGER NOT NULL,
    PRIMARY KEY (mark, other, is_own)
  ) STRICT, WITHOUT ROWID`
  sql`CREATE TABLE reports (
    id TEXT PRIMARY KEY, attempt TEXT NOT NULL, mark TEXT NOT NULL, network TEXT NOT NULL,
    is_known INTEGER NOT NULL, other TEXT NOT NULL, person_id TEXT NOT NULL, name TEXT NOT NULL,
    table_id TEXT NOT NULL, reported_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`
  sql`CREATE TABLE help_calls (
    person_id TEXT PRIMARY KEY, id TEXT NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL,
    rank TEXT NOT NULL, is_folded INTEGER NOT NULL, is_seen INTEGER NOT NULL, called_at INTEGER NOT NULL, staff_notified_at INTEGER NOT NULL,
    helper TEXT
  ) STRICT, WITHOUT ROWID`
  // `waits_for`: the evidence that still needs this photo.
  sql`CREATE TABLE outbox (
    kind TEXT NOT NULL, id TEXT NOT NULL, waits_for TEXT, due_at INTEGER NOT NULL,
    failures INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID`
  // `ended_visits`: visits that began in this hour and are over. The others are counted by their rows.
  sql`CREATE TABLE hours (
    hour INTEGER PRIMARY KEY, peak INTEGER NOT NULL, ended_visits INTEGER NOT NULL
  ) STRICT`
}

interface Pushed extends BarTotals {
  at: number
}

type RoomRow = {
  shape: string
  barId: string
  salt: string
  madeAt: number
  isPaused: number
  isClosed: number
  pushedOnline: number
  pushedTotal: number
  pushedAt: number
  pushedCalls: number
  callsPushedAt: number
  reportsNotifiedAt: number
  entryCode: string
}

/** Nothing is written before D1 knows the bar. */
export class Schema {
  readonly #storage: RoomStorage
  readonly #deleteAll: () => Promise<void>
  readonly #create: (sql: Sql) => void
  readonly #shape: string
  readonly #exists: () => boolean
  readonly #row: () => RoomRow | null
  #isShut = false

  constructor(storage: RoomStorage, deleteAll: () => Promise<void>, create = createTables) {
    this.#storage = storage
    this.#deleteAll = deleteAll
    this.#create = create
    this.#shape = toShape(create)
    this.#exists = storage.cache(() => this.#readExists())
    this.#row = storage.cache(() => this.#readRow())
  }

  /** Call before anything else: a file of another shape is erased. */
  async eraseOtherShape(): Promise<void> {
    if (!this.exists && this.#hasTables) await this.#deleteAll()
  }

  get isReady(): boolean {
    return !this.#isShut && this.#row() !== null
  }

  /** True once the bar was deleted: the room admits no person and finds no visit. */
  get isClosed(): boolean {
    return this.#row()?.isClosed === 1
  }

  /** Stays true while the file is being erased. */
  get exists(): boolean {
    return this.#exists()
  }

  /** Throws if the room does not know its bar. */
  get room(): {
    barId: string
    salt: string
    madeAt: number
    isPaused: boolean
    /** The numbers that the monitor has confirmed last. */
    pushed: Pushed
    /** The number of unresolved calls for help that the monitor has confirmed last. */
    pushedCalls: Pick<PushedCalls, 'calls' | 'at'>
    /** When the phones of the staff were last notified of a report; 0: never. */
    reportsNotifiedAt: number
    entryCode: EntryCodeSetting
  } {
    const row = this.#row()
    if (!row) throw new Error('the room does not know its bar')
    return {
      ...row,
      isPaused: row.isPaused === 1,
      pushed: { online: row.pushedOnline, total: row.pushedTotal, at: row.pushedAt },
      pushedCalls: { calls: row.pushedCalls, at: row.callsPushedAt },
      entryCode: v.parse(entryCodeSchema, JSON.parse(row.entryCode)),
    }
  }

  /** Call in the transaction of the first visit. */
  create(barId: string, entryCode: EntryCodeSetting = NO_CODE): void {
    if (this.#row()) return
    const { sql } = this.#storage
    this.#create(sql)
    const salt = randomBytes(SALT_BYTES).toString('base64url')
    sql`
      INSERT INTO room (id, shape, bar_id, salt, made_at, is_paused, is_closed, connected,
        reports_notified_at, entry_code, pushed_online, pushed_total, pushed_at, pushed_calls, calls_pushed_at)
      VALUES (1, ${this.#shape}, ${barId}, ${salt}, ${Date.now()}, 0, 0, '[]',
        0, ${JSON.stringify(entryCode)}, 0, 0, 0, 0, 0)`
    this.#storage.dropCaches()
  }

  setPaused(isPaused: boolean): void {
    this.#storage.sql`UPDATE room SET is_paused = ${Number(isPaused)}`
    this.#note({ isPaused: Number(isPaused) })
  }

  setClosed(): void {
    this.#storage.sql`UPDATE room SET is_closed = 1`
    this.#note({ isClosed: 1 })
  }

  setEntryCode(entryCode: EntryCodeSetting): void {
    const text = JSON.stringify(entryCode)
    this.#storage.sql`UPDATE room SET entry_code = ${text}`
    this.#note({ entryCode: text })
  }

  setReportsNotifiedAt(at: number): void {
    this.#storage.sql`UPDATE room SET reports_notified_at = ${at}`
    this.#note({ reportsNotifiedAt: at })
  }

  setPushed({ online, total, at }: Pushed): void {
    this.#storage.sql`
      UPDATE room SET pushed_online = ${online}, pushed_total = ${total}, pushed_at = ${at}`
    this.#note({ pushedOnline: online, pushedTotal: total, pushedAt: at })
  }

  setPushedCalls({ calls, at }: Pick<PushedCalls, 'calls' | 'at'>): void {
    this.#storage.sql`UPDATE room SET pushed_calls = ${calls}, calls_pushed_at = ${at}`
    this.#note({ pushedCalls: calls, callsPushedAt: at })
  }

  /** Erases the whole file: a deleted row's bytes would stay in it. Deletes the alarm too. */
  async erase(): Promise<void> {
    this.#isShut = true
    try {
      await this.#deleteAll()
    } finally {
      this.#isShut = false
      this.#storage.dropCaches()
    }
  }

  get #hasTables(): boolean {
    return this.#storage.sql`SELECT 1 FROM sqlite_master WHERE name = 'room'`.length > 0
  }

  #readExists(): boolean {
    const { sql } = this.#storage
    const columns = sql`SELECT 1 FROM pragma_table_info('room') WHERE name = 'shape' LIMIT 1`
    if (columns.length === 0) return false
    return sql<{ shape: string }>`SELECT shape FROM room`[0]?.shape === this.#shape
  }

  /** Updates the cached row only: dropping all caches would lose unsaved values (a peak). */
  #note(changes: Partial<RoomRow>): void {
    Object.assign(this.#row() ?? {}, changes)
  }

  #readRow(): RoomRow | null {
    if (!this.exists) return null
    const [row] = this.#storage.sql<RoomRow>`
      SELECT shape, bar_id AS barId, salt, made_at AS madeAt, is_paused AS isPaused,
        is_closed AS isClosed, entry_code AS entryCode, reports_notified_at AS reportsNotifiedAt,
        pushed_online AS pushedOnline, pushed_total AS pushedTotal, pushed_at AS pushedAt,
        pushed_calls AS pushedCalls, calls_pushed_at AS callsPushedAt FROM room`
    return row ?? null
  }
}

/** Hashes the statements, so that a change needs no number. */
function toShape(create: (sql: Sql) => void): string {
  const hash = createHash('sha256')
  create((strings) => {
    hash.update(strings.join('?'))
    return []
  })
  return hash.digest('base64url')
}
