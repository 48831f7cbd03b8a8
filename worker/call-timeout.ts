/** How long an object waits for D1, R2 or another object. */
export const CALL_TIMEOUT_MS = 5_000

/** Rejects if the call has not answered within `ms`. The call itself goes on: it cannot be cancelled. */
export async function withTimeout<T>(
  call: Promise<T>,
  ms = CALL_TIMEOUT_MS,
  message = 'no answer in time',
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(message)), ms)
  try {
    return await Promise.race([call, late])
  } finally {
    // A pending timer keeps an object awake.
    clearTimeout(timer)
  }
}
