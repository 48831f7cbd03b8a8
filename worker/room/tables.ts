import { randomBytes } from 'node:crypto'
import type { Sql } from '#worker/rim/sql.ts'

const SALT_BYTES = 16

type RoomRow = { barId: string; salt: string; madeAt: number }

/**
 * The room's own tables. Clustered keys: each row written is billed, and so is each index touched.
 * Nothing is created before D1 has said that the bar exists, so that a made-up code leaves no trace.
 */
export class Tables {
  readonly #storage: DurableObjectStorage
  readonly #sql: Sql
  #ready: boolean

  constructor(storage: DurableObjectStorage, sql: Sql) {
    this.#storage = storage
    this.#sql = sql
    this.#ready = this.#areThere()
    if (this.#ready && this.#isOfOlderVersion()) {
      this.#ready = false
      void storage.deleteAll()
    }
    // What a newer version added, in a room that an older one made. Nothing is written where all is there.
    if (this.#ready) this.#upgrade()
  }

  /** Whether the bar is known here. */
  get ready(): boolean {
    return this.#ready
  }

  /** The bar that this room belongs to; null before anybody entered. */
  get barId(): string | null {
    return this.#row()?.barId ?? null
  }

  /** Whether nobody new is let in. */
  get paused(): boolean {
    return this.#ready && this.#sql`SELECT 1 FROM paused`.length > 0
  }

  /** Remembers whether newcomers are let in. */
  setPaused(paused: boolean): void {
    if (paused) this.#sql`INSERT OR IGNORE INTO paused (id) VALUES (1)`
    else this.#sql`DELETE FROM paused`
  }

  /** Whether the monitor has confirmed that the bar is on its list. */
  get isListed(): boolean {
    return this.#sql`SELECT 1 FROM room WHERE listed = 1`.length > 0
  }

  /** Notes what the monitor has confirmed. */
  setListed(listed: boolean): void {
    this.#sql`UPDATE room SET listed = ${Number(listed)}`
  }

  /** Whether there is anything in storage, though the room may be shut. */
  get areStored(): boolean {
    return this.#areThere()
  }

  /** Makes the tables of a bar that D1 knows, all or none of them. */
  create(barId: string): void {
    if (this.#ready) return
    this.#storage.transactionSync(() => {
      this.#createAll()
      const salt = randomBytes(SALT_BYTES).toString('base64url')
      this.#sql`
        INSERT INTO room (id, bar_id, salt, made_at)
        VALUES (1, ${barId}, ${salt}, ${Date.now()})`
    })
    this.#ready = true
  }

  /** What the ids of people are made with. Another file of the same bar has another. */
  get salt(): string {
    return this.#row()?.salt ?? ''
  }

  /** When this file was made, milliseconds since 1970: tells its counts from an earlier file's. */
  get madeAt(): number {
    return this.#row()?.madeAt ?? 0
  }

  /** Looks again: their making may have been taken back. */
  recall(): void {
    this.#ready &&= this.#areThere()
  }

  #row(): RoomRow | undefined {
    if (!this.#ready) return undefined
    return this.#sql<RoomRow>`SELECT bar_id AS barId, salt, made_at AS madeAt FROM room`[0]
  }

  /** Before rooms minted ids. Secrets of that version are refused, so nobody can come back to it. */
  #isOfOlderVersion(): boolean {
    return this.#sql`SELECT 1 FROM pragma_table_info('room') WHERE name = 'salt'`.length === 0
  }

  #areThere(): boolean {
    return this.#sql`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'room'`.length > 0
  }

  #upgrade(): void {
    const isListable = this.#sql`SELECT 1 FROM pragma_table_info('room') WHERE name = 'listed'`
    if (isListable.length === 0) {
      this.#sql`ALTER TABLE room ADD COLUMN listed INTEGER NOT NULL DEFAULT 0`
    }
    this.#createAll()
  }

  #createAll(): void {
    this.#sql`CREATE TABLE IF NOT EXISTS room (
      id INTEGER PRIMARY KEY CHECK (id = 1), bar_id TEXT NOT NULL, salt TEXT NOT NULL,
      made_at INTEGER NOT NULL, listed INTEGER NOT NULL DEFAULT 0
    )`
    this.#sql`CREATE TABLE IF NOT EXISTS people (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, phone TEXT, photo TEXT,
      interest TEXT NOT NULL, shows_interest INTEGER NOT NULL, table_id TEXT NOT NULL,
      secret_hashes TEXT NOT NULL, mark TEXT NOT NULL, is_aside INTEGER NOT NULL,
      phone_used INTEGER NOT NULL, entered_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
      last_seen INTEGER NOT NULL, online_until INTEGER NOT NULL, leaving_ends_at INTEGER,
      photo_times TEXT NOT NULL, revision INTEGER NOT NULL
    ) WITHOUT ROWID`
    this.#sql`CREATE TABLE IF NOT EXISTS conversations (
      id TEXT PRIMARY KEY, read_by_first INTEGER NOT NULL, read_by_second INTEGER NOT NULL
    ) WITHOUT ROWID`
    this.#sql`CREATE TABLE IF NOT EXISTS messages (
      conversation TEXT NOT NULL, number INTEGER NOT NULL, id TEXT NOT NULL,
      sender TEXT NOT NULL, text TEXT NOT NULL, created_at INTEGER NOT NULL,
      PRIMARY KEY (conversation, number)
    ) WITHOUT ROWID`
    this.#sql`CREATE TABLE IF NOT EXISTS phone_tries (at INTEGER NOT NULL, network TEXT NOT NULL)`
    this.#sql`CREATE TABLE IF NOT EXISTS connected (
      id INTEGER PRIMARY KEY CHECK (id = 1), saved_at INTEGER NOT NULL, people TEXT NOT NULL
    )`
    this.#sql`CREATE TABLE IF NOT EXISTS photo_erasures (path TEXT PRIMARY KEY) WITHOUT ROWID`
    this.#sql`CREATE TABLE IF NOT EXISTS strikes (
      subject TEXT PRIMARY KEY, count INTEGER NOT NULL, at INTEGER NOT NULL
    ) WITHOUT ROWID`
    // Visits that have ended; those that go on are counted from their rows.
    this.#sql`CREATE TABLE IF NOT EXISTS attendance (
      hour INTEGER PRIMARY KEY, peak INTEGER NOT NULL, ended INTEGER NOT NULL
    )`
    // One row while nobody new is let in.
    this.#sql`CREATE TABLE IF NOT EXISTS paused (id INTEGER PRIMARY KEY CHECK (id = 1))`
    this.#sql`CREATE TABLE IF NOT EXISTS removals (
      mark TEXT PRIMARY KEY, removed_by TEXT NOT NULL, removed_at INTEGER NOT NULL
    ) WITHOUT ROWID`
  }

  /** From now on nothing here is known to anybody; `eraseAll` follows. */
  shut(): void {
    this.#ready = false
  }

  /**
   * Erases the file itself, not only its rows: a deleted row's bytes would stay in it. The alarm
   * goes with it.
   */
  async eraseAll(): Promise<void> {
    this.#ready = false
    await this.#storage.deleteAll()
  }
}
