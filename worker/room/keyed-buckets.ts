import type { Bucket, BucketSize } from '#contract/bucket.ts'
import { refilled, spent } from '#contract/bucket.ts'

const PURGED_FROM = 1_000

/** Token buckets by key, with the turns of those who found theirs empty. */
export class KeyedBuckets {
  readonly #size: BucketSize
  readonly #buckets = new Map<string, Bucket>()
  readonly #lastTurns = new Map<string, number>()
  #purgedFrom = PURGED_FROM

  constructor(burst: number, perMinute: number) {
    this.#size = { burst, perSecond: perMinute / 60 }
  }

  has(key: string, now: number): boolean {
    return this.#read(key, now).tokens >= 1
  }

  take(key: string, now: number): void {
    this.#buckets.set(key, spent(this.#read(key, now), this.#size, now))
    if (this.#buckets.size >= this.#purgedFrom) this.#purge(now)
  }

  /**
   * Milliseconds until the caller's turn, at most `longestMs`. Callers take turns in the order in which
   * they ask, so that a crowd does not come back all at once.
   */
  takeTurn(key: string, longestMs: number, now: number): number {
    const eachMs = 1_000 / this.#size.perSecond
    const first = now + Math.max(0, 1 - this.#read(key, now).tokens) * eachMs
    const next = (this.#lastTurns.get(key) ?? 0) + eachMs
    const turn = Math.min(Math.max(first, next), now + longestMs)
    this.#lastTurns.set(key, turn)
    return turn - now
  }

  forget(key: string): void {
    this.#buckets.delete(key)
    this.#lastTurns.delete(key)
  }

  #read(key: string, now: number): Bucket {
    return refilled(
      this.#buckets.get(key) ?? { tokens: this.#size.burst, at: now },
      this.#size,
      now,
    )
  }

  /** Forgets full buckets. Those that stay are bounded by the rate, whatever keys a client makes up. */
  #purge(now: number): void {
    for (const key of this.#buckets.keys()) {
      if (this.#read(key, now).tokens >= this.#size.burst) this.forget(key)
    }
    this.#purgedFrom = Math.max(PURGED_FROM, 2 * this.#buckets.size)
  }
}
