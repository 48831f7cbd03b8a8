import { createHash } from 'node:crypto'
import type { Sql } from '#worker/object-sql.ts'

/**
 * The tables of a room. Until 0.2.0 they may change: a file of another shape is erased when its room
 * wakes. Clustered keys: each written row is billed, and each index that it touches. Strict types: a
 * time is a number whenever it is read.
 */
export function createTables(sql: Sql): void {
  sql`CREATE TABLE room (
    id INTEGER PRIMARY KEY CHECK (id = 1), shape TEXT NOT NULL, bar_id TEXT NOT NULL,
    made_at INTEGER NOT NULL, is_paused INTEGER NOT NULL, is_closed INTEGER NOT NULL,
    entry_code TEXT NOT NULL, connected TEXT NOT NULL, connected_at INTEGER,
    reports_notified_at INTEGER NOT NULL, new_calls_notified_at INTEGER NOT NULL,
    pushed_online INTEGER NOT NULL, pushed_total INTEGER NOT NULL, pushed_at INTEGER NOT NULL,
    pushed_calls INTEGER NOT NULL, calls_pushed_at INTEGER NOT NULL
  ) STRICT`
  sql`CREATE TABLE bar_profiles (
    id TEXT PRIMARY KEY, attempt_hash TEXT NOT NULL, name TEXT NOT NULL, phone TEXT, photo TEXT,
    interest TEXT NOT NULL, shows_interest INTEGER NOT NULL, table_id TEXT NOT NULL,
    secret_hashes TEXT NOT NULL, mark TEXT NOT NULL, network TEXT NOT NULL, wide_network TEXT,
    is_unlisted INTEGER NOT NULL, phone_used INTEGER NOT NULL, entered_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL, end_reason TEXT, last_seen INTEGER NOT NULL,
    online_until INTEGER NOT NULL, photo_times TEXT NOT NULL, subscription TEXT
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

/** Hashes the statements, so that a change needs no number. */
export function toShape(create: (sql: Sql) => void): string {
  const hash = createHash('sha256')
  create((strings) => {
    hash.update(strings.join('?'))
    return []
  })
  return hash.digest('base64url')
}
