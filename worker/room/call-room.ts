import type { ErrorCode } from '#contract/errors.ts'
import { CodedError } from '#contract/errors.ts'

type Answer = { ok: true } | { ok: false; code: ErrorCode }

/**
 * Asks a room: its refusal becomes a `CodedError`. An overloaded room is never asked again, that
 * would only feed the queue it drowns in; the client backs off instead.
 */
export async function callRoom<A extends PromiseLike<Answer>>(
  ask: () => A,
): Promise<Extract<Awaited<A>, { ok: true }>> {
  const answer: Answer = await reachRoom(ask)
  if (!answer.ok) throw new CodedError(answer.code)
  return answer as Extract<Awaited<A>, { ok: true }>
}

/** Only the part that every call shares, for answers that are not the room's own words (an upgrade). */
export async function reachRoom<A extends PromiseLike<unknown>>(ask: () => A): Promise<Awaited<A>> {
  try {
    return await ask()
  } catch (error) {
    if (isOverloaded(error)) throw new CodedError('overloaded', 'overloaded', { cause: error })
    throw error
  }
}

function isOverloaded(error: unknown): boolean {
  return error instanceof Error && 'overloaded' in error && error.overloaded === true
}
