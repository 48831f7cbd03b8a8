import * as v from 'valibot'
import type { Sql } from '#worker/object-sql.ts'
import type { Bucket, Schedule } from './throttle.ts'
import {
  countTry,
  FORGET_AFTER_MS,
  forgiveTry,
  NETWORK_WINDOW_MS,
  nextNetworkTryAt,
  nextTryAt,
  recentTries,
} from './throttle.ts'

const timesSchema = v.array(v.number())

/** Where a try is counted, and how patiently. */
export interface Counter {
  key: string
  schedule: Schedule
}

/** The tries as the gate stores them. Keys are keyed hashes: no email and no address is in here. */
export class Buckets {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
    this.#sql`CREATE TABLE IF NOT EXISTS buckets (
      key TEXT PRIMARY KEY, tries INTEGER NOT NULL, last_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`
    this.#sql`CREATE TABLE IF NOT EXISTS networks (
      key TEXT PRIMARY KEY, times TEXT NOT NULL, last_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`
  }

  /** Counts a try in every one of `counters`, or in none: then the answer is when it is heard. */
  take(counters: Counter[], now: number): number | null {
    const held = counters.map(({ key, schedule }) => ({ key, schedule, bucket: this.#read(key) }))
    const at = Math.max(...held.map(({ bucket, schedule }) => nextTryAt(bucket, schedule, now)))
    if (at > now) return at
    for (const { key, bucket } of held) this.#write(key, countTry(bucket, now))
    return null
  }

  /** Counts a try of a network, which has `most` in a window, or answers when it is heard. */
  takeNetwork(key: string, most: number, now: number): number | null {
    const [row] = this.#sql<{ times: string }>`SELECT times FROM networks WHERE key = ${key}`
    const recent = recentTries(row ? v.parse(timesSchema, JSON.parse(row.times)) : [], now)
    const at = nextNetworkTryAt(recent, most, now)
    if (at > now) return at
    const times = JSON.stringify([...recent, now].slice(-most))
    this
      .#sql`INSERT OR REPLACE INTO networks (key, times, last_at) VALUES (${key}, ${times}, ${now})`
    return null
  }

  /** Takes back one try: it was the right password, or could not be checked. */
  forgive(key: string): void {
    const bucket = forgiveTry(this.#read(key))
    if (bucket) this.#write(key, bucket)
    else this.clear(key)
  }

  /** Forgets every try of a bucket. */
  clear(key: string): void {
    this.#sql`DELETE FROM buckets WHERE key = ${key}`
  }

  /** Erases what no longer counts. Whether anything is left. */
  sweep(now: number): boolean {
    this.#sql`DELETE FROM buckets WHERE last_at <= ${now - FORGET_AFTER_MS}`
    this.#sql`DELETE FROM networks WHERE last_at <= ${now - NETWORK_WINDOW_MS}`
    const [left] = this.#sql<{ some: number }>`SELECT EXISTS (SELECT 1 FROM buckets)
      OR EXISTS (SELECT 1 FROM networks) AS some`
    return left?.some === 1
  }

  #read(key: string): Bucket | null {
    const [row] = this.#sql<{ tries: number; lastAt: number }>`
      SELECT tries, last_at AS "lastAt" FROM buckets WHERE key = ${key}`
    return row ?? null
  }

  #write(key: string, { tries, lastAt }: Bucket): void {
    this.#sql`INSERT OR REPLACE INTO buckets (key, tries, last_at)
      VALUES (${key}, ${tries}, ${lastAt})`
  }
}
