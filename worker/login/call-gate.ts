import type { ErrorCode } from '#contract/errors.ts'
import { CodedError } from '#contract/errors.ts'
import { reachRoom } from '#worker/room/call-room.ts'

type Answer = { ok: true } | { ok: false; code: ErrorCode; retryAfterSeconds?: number }

/** Asks a gate: its refusal becomes a `CodedError`, with the time of the next try where it has one. */
export async function callGate<A extends PromiseLike<Answer>>(
  ask: () => A,
): Promise<Extract<Awaited<A>, { ok: true }>> {
  const answer: Answer = await reachRoom(ask)
  if (answer.ok) return answer as Extract<Awaited<A>, { ok: true }>
  const { code, retryAfterSeconds } = answer
  throw new CodedError(code, code, { retryAfterSeconds })
}
