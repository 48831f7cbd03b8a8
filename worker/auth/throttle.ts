const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS

/** So many tries are free, then each failure doubles the wait, from 1 s to 15 minutes. */
export interface Schedule {
  freeTries: number
}
/** One account from one network, or from one device that has signed in to it before. */
export const ONE_PLACE: Schedule = { freeTries: 5 }
/** One account from all networks together: many places that guess slowly are one guesser. */
export const ALL_PLACES: Schedule = { freeTries: 20 }
const LONGEST_WAIT_S = 900

/** The tries of one network, over all accounts, are counted over so long. */
export const NETWORK_WINDOW_MS = 10 * MINUTE_MS

/** A bucket that nobody has touched for so long begins anew, and is erased. Never a lasting lock. */
export const FORGET_AFTER_MS = DAY_MS

/** Tries that were counted in one bucket, the last of them at `lastAt`. */
export interface Bucket {
  tries: number
  lastAt: number
}

/** When the next try of a bucket is heard, in milliseconds since 1970: in the past means now. */
export function nextTryAt(bucket: Bucket | null, { freeTries }: Schedule, now: number): number {
  if (!bucket || isForgotten(bucket, now)) return now
  return bucket.lastAt + waitAfter(bucket.tries, freeTries)
}

/** The bucket after one more try. */
export function countTry(bucket: Bucket | null, now: number): Bucket {
  const tries = bucket && !isForgotten(bucket, now) ? bucket.tries : 0
  return { tries: tries + 1, lastAt: now }
}

/** The bucket when one of its tries turned out to be the right password; null where none is left. */
export function forgiveTry(bucket: Bucket | null): Bucket | null {
  return bucket && bucket.tries > 1 ? { ...bucket, tries: bucket.tries - 1 } : null
}

/** Those of a network's tries that still count. */
export function recentTries(times: number[], now: number): number[] {
  return times.filter((at) => at > now - NETWORK_WINDOW_MS)
}

/** When a network's next try is heard; `recent` are its tries that still count, oldest first. */
export function nextNetworkTryAt(recent: number[], most: number, now: number): number {
  const blocking = recent.at(-most)
  return blocking === undefined ? now : blocking + NETWORK_WINDOW_MS
}

/** What a refused client is told: whole seconds, at least one. */
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
