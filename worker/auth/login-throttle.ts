import * as v from 'valibot'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/durations.ts'
import type { Sql } from '#worker/object-sql.ts'

/** After the free tries each failure doubles the wait, from 1 s to 15 minutes. */
export interface Schedule {
  freeTries: number
}
export const ONE_PLACE: Schedule = { freeTries: 5 }
/** Counts one account over all networks, so that slow guesses from many places add up. */
export const ALL_PLACES: Schedule = { freeTries: 20 }
const LONGEST_WAIT_S = 900

export const NETWORK_WINDOW_MS = 10 * MINUTE_MS

/** Counts are erased after this time, so that no lock lasts. */
export const FORGET_AFTER_MS = DAY_MS

interface Bucket {
  tries: number
  lastAt: number
}

const timesSchema = v.array(v.number())

export interface Counter {
  key: string
  schedule: Schedule
}

export interface NetworkLimit {
  key: string
  /** The tries allowed within `NETWORK_WINDOW_MS`. */
  most: number
}

/** Counts login tries in storage, under keyed hashes: it holds no emails and no addresses. */
export class LoginThrottle {
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

  /** Counts a try in all `counters`, or returns when the next one is allowed. */
  take(counters: Counter[], now: number): number | null {
    const counts = counters.map(({ key, schedule }) => ({ key, schedule, bucket: this.#read(key) }))
    const at = Math.max(...counts.map(({ bucket, schedule }) => nextTryAt(bucket, schedule, now)))
    if (at > now) return at
    for (const { key, bucket } of counts) this.#write(key, countTry(bucket, now))
    return null
  }

  /** Counts a try in all `networks`, or returns when the next one is allowed. */
  takeNetworks(networks: NetworkLimit[], now: number): number | null {
    const counts = networks.map(({ key, most }) => ({ key, most, recent: this.#times(key, now) }))
    const at = Math.max(...counts.map(({ recent, most }) => nextNetworkTryAt(recent, most, now)))
    if (at > now) return at
    for (const { key, most, recent } of counts) {
      const times = JSON.stringify([...recent, now].slice(-most))
      this.#sql`INSERT OR REPLACE INTO networks (key, times, last_at)
        VALUES (${key}, ${times}, ${now})`
    }
    return null
  }

  forgive(key: string): void {
    const bucket = forgiveTry(this.#read(key))
    if (bucket) this.#write(key, bucket)
    else this.clear(key)
  }

  clear(key: string): void {
    this.#sql`DELETE FROM buckets WHERE key = ${key}`
  }

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

  #times(key: string, now: number): number[] {
    const [row] = this.#sql<{ times: string }>`SELECT times FROM networks WHERE key = ${key}`
    return recentTries(row ? v.parse(timesSchema, JSON.parse(row.times)) : [], now)
  }

  #write(key: string, { tries, lastAt }: Bucket): void {
    this.#sql`INSERT OR REPLACE INTO buckets (key, tries, last_at)
      VALUES (${key}, ${tries}, ${lastAt})`
  }
}

function nextTryAt(bucket: Bucket | null, { freeTries }: Schedule, now: number): number {
  if (!bucket || isForgotten(bucket, now)) return now
  return bucket.lastAt + waitAfter(bucket.tries, freeTries)
}

function countTry(bucket: Bucket | null, now: number): Bucket {
  const tries = bucket && !isForgotten(bucket, now) ? bucket.tries : 0
  return { tries: tries + 1, lastAt: now }
}

function forgiveTry(bucket: Bucket | null): Bucket | null {
  return bucket && bucket.tries > 1 ? { ...bucket, tries: bucket.tries - 1 } : null
}

function recentTries(times: number[], now: number): number[] {
  return times.filter((at) => at > now - NETWORK_WINDOW_MS)
}

function nextNetworkTryAt(recent: number[], most: number, now: number): number {
  const blocking = recent.at(-most)
  return blocking === undefined ? now : blocking + NETWORK_WINDOW_MS
}

export function toRetryAfterSeconds(at: number, now: number): number {
  return Math.max(1, Math.ceil((at - now) / SECOND_MS))
}

function waitAfter(tries: number, freeTries: number): number {
  if (tries < freeTries) return 0
  return Math.min(LONGEST_WAIT_S, 2 ** Math.min(tries - freeTries, 10)) * SECOND_MS
}

function isForgotten(bucket: Bucket, now: number): boolean {
  return bucket.lastAt <= now - FORGET_AFTER_MS
}
