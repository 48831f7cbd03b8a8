/** How long an object waits for D1, R2 or another object. */
export const CALL_TIMEOUT_MS = 5_000

/** Rejects if the call has not answered in time. The call itself goes on: it cannot be cancelled. */
export async function withTimeout<T>(call: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), CALL_TIMEOUT_MS)
  try {
    return await Promise.race([call, late])
  } finally {
    // A pending timer keeps an object awake.
    clearTimeout(timer)
  }
}
