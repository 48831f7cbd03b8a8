/** A token bucket. `at` is when `tokens` was counted, milliseconds since 1970. */
export interface Bucket {
  tokens: number
  at: number
}

export interface BucketSize {
  burst: number
  perSecond: number
}

export function refilled({ tokens, at }: Bucket, size: BucketSize, now: number): Bucket {
  const seconds = Math.max(0, now - at) / 1_000
  return { tokens: Math.min(size.burst, tokens + seconds * size.perSecond), at: now }
}

export function spent(bucket: Bucket, size: BucketSize, now: number): Bucket {
  const { tokens } = refilled(bucket, size, now)
  return { tokens: Math.max(0, tokens - 1), at: now }
}

/** Takes a token. Without a bucket, starts with a full one. */
export function take(
  former: Bucket | null | undefined,
  size: BucketSize,
  now: number,
): { isGranted: boolean; left: Bucket } {
  const bucket = refilled(former ?? { tokens: size.burst, at: now }, size, now)
  return { isGranted: bucket.tokens >= 1, left: spent(bucket, size, now) }
}

/** Drops times older than the window from a sorted list. Times in the future count as now. */
export function forgetOld(times: number[], windowMs: number, now: number): void {
  if ((times.at(-1) ?? now) > now)
    times.splice(0, times.length, ...times.map((at) => Math.min(at, now)))
  const first = times.findIndex((at) => at > now - windowMs)
  if (first !== 0) times.splice(0, first < 0 ? times.length : first)
}
