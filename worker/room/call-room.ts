import type { ErrorCode } from '#contract/errors.ts'
import { CodedError } from '#contract/errors.ts'

/** Every act of a room but an upgrade may be asked for twice: the second time finds it done. */
export const RETRIES = 3
const RETRY_WITHIN_MS = 200

type Answer = { ok: true } | { ok: false; code: ErrorCode }

/**
 * Asks a room: its refusal becomes a `CodedError`. `ask` takes a new stub each time, because one that
 * has seen an exception stays broken. An overloaded room is never asked again, that would only feed
 * the queue it drowns in; the client backs off instead.
 */
export async function callRoom<A extends PromiseLike<Answer>>(
  ask: () => A,
): Promise<Extract<Awaited<A>, { ok: true }>> {
  const answer: Answer = await reachRoom(ask, RETRIES)
  if (!answer.ok) throw new CodedError(answer.code)
  return answer as Extract<Awaited<A>, { ok: true }>
}

/** Only the part that every call shares, for answers that are not the room's own words (an upgrade). */
export async function reachRoom<A extends PromiseLike<unknown>>(
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
  return reachRoom(ask, retries - 1)
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
