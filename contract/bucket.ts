/** A token bucket: what is left of it, and when that was counted. */
export interface Bucket {
  tokens: number
  /** Milliseconds since 1970. */
  at: number
}

export interface BucketSize {
  burst: number
  perSecond: number
}

/** The bucket as it stands at `now`. A clock that went back refills nothing and takes nothing away. */
export function refilled({ tokens, at }: Bucket, size: BucketSize, now: number): Bucket {
  const seconds = Math.max(0, now - at) / 1_000
  return { tokens: Math.min(size.burst, tokens + seconds * size.perSecond), at: now }
}

/** One token less, not below zero. */
export function spent(bucket: Bucket, size: BucketSize, now: number): Bucket {
  const { tokens } = refilled(bucket, size, now)
  return { tokens: Math.max(0, tokens - 1), at: now }
}

/** Takes a token, from a full bucket where there was none yet. Says whether there was one to take. */
export function take(
  held: Bucket | null | undefined,
  size: BucketSize,
  now: number,
): { isGranted: boolean; left: Bucket } {
  const bucket = refilled(held ?? { tokens: size.burst, at: now }, size, now)
  return { isGranted: bucket.tokens >= 1, left: spent(bucket, size, now) }
}

/**
 * Drops the times that count no more, of a list that has the oldest first. One in the future, by a
 * clock that went back, counts as now.
 */
export function forgetOld(times: number[], windowMs: number, now: number): void {
  if ((times.at(-1) ?? now) > now)
    times.splice(0, times.length, ...times.map((at) => Math.min(at, now)))
  const first = times.findIndex((at) => at > now - windowMs)
  if (first !== 0) times.splice(0, first < 0 ? times.length : first)
}
