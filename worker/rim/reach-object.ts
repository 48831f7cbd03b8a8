import { CodedError } from '#contract/errors.ts'

/** For what may be asked for twice: every act of a room but an upgrade finds that it is done. */
export const RETRIES = 3
const RETRY_WITHIN_MS = 200

/**
 * Asks a Durable Object. `ask` takes a new stub each time, because one that has seen an exception stays
 * broken. An overloaded object is never asked again, that would only feed the queue it drowns in:
 * throws `overloaded`, and the client backs off. `retries` is for acts that may be asked for twice.
 */
export async function reachObject<A extends PromiseLike<unknown>>(
  ask: () => A,
  retries = 0,
): Promise<Awaited<A>> {
  try {
    return await ask()
  } catch (error) {
    if (says(error, 'overloaded'))
      throw new CodedError('overloaded', 'overloaded', { cause: error })
    if (retries === 0 || !says(error, 'retryable')) throw error
  }
  await scheduler.wait(Math.random() * RETRY_WITHIN_MS)
  return reachObject(ask, retries - 1)
}

/** Whether the object was only out of reach. */
export function isRetryable(error: unknown): boolean {
  return says(error, 'retryable')
}

/** What the platform says of an exception that came from an object. */
function says(error: unknown, mark: 'overloaded' | 'retryable'): boolean {
  return (
    error instanceof Error && (error as Error & { [key in typeof mark]?: unknown })[mark] === true
  )
}
