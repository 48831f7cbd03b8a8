import type { Bucket, BucketSize } from '#contract/bucket.ts'
import { refilled, spent, take } from '#contract/bucket.ts'
import { SECOND_MS } from '#contract/durations.ts'

const PURGED_FROM = 1_000

type Key<Name> = readonly [name: Name, key: string]

interface Kept {
  size: BucketSize
  bucket: Bucket
}

/** A token bucket for each key of each limit. */
export class KeyedBuckets<Name extends string> {
  readonly #sizes: Readonly<Record<Name, BucketSize>>
  readonly #kept = new Map<string, Kept>()
  #purgedFrom = PURGED_FROM

  constructor(sizes: Readonly<Record<Name, BucketSize>>) {
    this.#sizes = sizes
  }

  /** Returns false if the bucket was empty. */
  take(name: Name, key: string, now: number): boolean {
    const kept = this.#keep(name, key, now)
    const { isGranted, left } = take(kept.bucket, kept.size, now)
    kept.bucket = left
    return isGranted
  }

  /** Call it before `spendAll`, so that a request that one bucket refuses drains no other. */
  haveAll(keys: readonly Key<Name>[], now: number): boolean {
    return keys.every(([name, key]) => this.#tokens(name, key, now) >= 1)
  }

  spendAll(keys: readonly Key<Name>[], now: number): void {
    for (const [name, key] of keys) {
      const kept = this.#keep(name, key, now)
      kept.bucket = spent(kept.bucket, kept.size, now)
    }
  }

  /** Returns the milliseconds until the bucket has so many tokens. */
  msUntil(name: Name, key: string, tokens: number, now: number): number {
    const missing = Math.max(0, tokens - this.#tokens(name, key, now))
    return (missing / this.#sizes[name].perSecond) * SECOND_MS
  }

  #tokens(name: Name, key: string, now: number): number {
    const kept = this.#kept.get(toId(name, key))
    return kept ? refilled(kept.bucket, kept.size, now).tokens : this.#sizes[name].burst
  }

  #keep(name: Name, key: string, now: number): Kept {
    const id = toId(name, key)
    const known = this.#kept.get(id)
    if (known) return known
    if (this.#kept.size >= this.#purgedFrom) this.#purge(now)
    const size = this.#sizes[name]
    const made = { size, bucket: { tokens: size.burst, at: now } }
    this.#kept.set(id, made)
    return made
  }

  /** Drops full buckets. The rate bounds the others, even if a client makes up keys. */
  #purge(now: number): void {
    for (const [id, { size, bucket }] of this.#kept) {
      if (refilled(bucket, size, now).tokens >= size.burst) this.#kept.delete(id)
    }
    this.#purgedFrom = Math.max(PURGED_FROM, 2 * this.#kept.size)
  }
}

function toId(name: string, key: string): string {
  return `${name} ${key}`
}
