import type { Sql } from '#worker/rim/sql.ts'

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
    // What a newer version added, in a room that an older one made. Nothing is written where all is there.
    if (this.#ready) this.#upgrade()
  }

  /** Whether the bar is known here. */
  get ready(): boolean {
    return this.#ready
  }

  /** The bar that this room belongs to; null before anybody entered. */
  get barId(): string | null {
    if (!this.#ready) return null
    return this.#sql<{ barId: string }>`SELECT bar_id AS "barId" FROM room`[0]?.barId ?? null
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
      this.#sql`INSERT INTO room (id, bar_id) VALUES (1, ${barId})`
    })
    this.#ready = true
  }

  /** Looks again: their making may have been taken back. */
  recall(): void {
    this.#ready &&= this.#areThere()
  }

  #areThere(): boolean {
    return this.#sql`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'room'`.length > 0
  }

  #upgrade(): void {
    const hasFormerName = this.#sql`SELECT 1 FROM sqlite_master WHERE name = 'people'`
    if (hasFormerName.length > 0) this.#sql`ALTER TABLE people RENAME TO bar_profiles`
    const isListable = this.#sql`SELECT 1 FROM pragma_table_info('room') WHERE name = 'listed'`
    if (isListable.length === 0) {
      this.#sql`ALTER TABLE room ADD COLUMN listed INTEGER NOT NULL DEFAULT 0`
    }
    this.#createAll()
  }

  #createAll(): void {
    this.#sql`CREATE TABLE IF NOT EXISTS room (
      id INTEGER PRIMARY KEY CHECK (id = 1), bar_id TEXT NOT NULL, listed INTEGER NOT NULL DEFAULT 0
    )`
    // A person whose visit has ended stays as an id alone, so that nobody else can have it tonight.
    this.#sql`CREATE TABLE IF NOT EXISTS bar_profiles (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, phone TEXT, photo TEXT,
      interest TEXT NOT NULL, shows_interest INTEGER NOT NULL, table_id TEXT NOT NULL,
      owner_hashes TEXT NOT NULL, takeover TEXT, entered_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL, last_seen INTEGER NOT NULL, online_until INTEGER NOT NULL,
      leaving_ends_at INTEGER, photo_times TEXT NOT NULL, revision INTEGER NOT NULL,
      ended_at INTEGER
    ) WITHOUT ROWID`
    this.#sql`CREATE VIEW IF NOT EXISTS guests AS
      SELECT id, name, phone, photo, interest, shows_interest AS showsInterest,
        table_id AS "table", owner_hashes AS ownerHashes, takeover, entered_at AS enteredAt,
        expires_at AS expiresAt, last_seen AS lastSeen, online_until AS onlineUntil,
        leaving_ends_at AS leavingEndsAt, photo_times AS photoTimes, revision
      FROM bar_profiles WHERE ended_at IS NULL`
    this.#sql`CREATE TABLE IF NOT EXISTS conversations (
      id TEXT PRIMARY KEY, read_by_first INTEGER NOT NULL, read_by_second INTEGER NOT NULL
    ) WITHOUT ROWID`
    this.#sql`CREATE TABLE IF NOT EXISTS messages (
      conversation TEXT NOT NULL, number INTEGER NOT NULL, id TEXT NOT NULL,
      sender TEXT NOT NULL, text TEXT NOT NULL, created_at INTEGER NOT NULL,
      other_device INTEGER NOT NULL,
      PRIMARY KEY (conversation, number)
    ) WITHOUT ROWID`
    this.#sql`CREATE TABLE IF NOT EXISTS phone_tries (at INTEGER NOT NULL, device TEXT NOT NULL)`
    this.#sql`CREATE TABLE IF NOT EXISTS connected (
      id INTEGER PRIMARY KEY CHECK (id = 1), saved_at INTEGER NOT NULL, people TEXT NOT NULL
    )`
    this.#sql`CREATE TABLE IF NOT EXISTS photo_erasures (path TEXT PRIMARY KEY) WITHOUT ROWID`
    this.#sql`CREATE TABLE IF NOT EXISTS strikes (
      person TEXT PRIMARY KEY, count INTEGER NOT NULL, at INTEGER NOT NULL
    ) WITHOUT ROWID`
    this
      .#sql`CREATE TABLE IF NOT EXISTS attendance (hour INTEGER PRIMARY KEY, peak INTEGER NOT NULL)`
    // One row while nobody new is let in.
    this.#sql`CREATE TABLE IF NOT EXISTS paused (id INTEGER PRIMARY KEY CHECK (id = 1))`
    this.#sql`CREATE TABLE IF NOT EXISTS removals (
      device TEXT PRIMARY KEY, removed_by TEXT NOT NULL, removed_at INTEGER NOT NULL
    ) WITHOUT ROWID`
    this.#sql`CREATE TABLE IF NOT EXISTS same_device (
      person_id TEXT PRIMARY KEY, device TEXT NOT NULL, noted_at INTEGER NOT NULL
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
