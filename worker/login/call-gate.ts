import type { ErrorCode } from '#contract/errors.ts'
import { CodedError } from '#contract/errors.ts'
import { reachObject } from '#worker/rim/reach-object.ts'

type Answer = { ok: true } | { ok: false; code: ErrorCode; retryAfterSeconds?: number }

/** Asks a gate: its refusal becomes a `CodedError`, with the time of the next try where it has one. */
export async function callGate<A extends PromiseLike<Answer>>(
  ask: () => A,
): Promise<Extract<Awaited<A>, { ok: true }>> {
  const answer: Answer = await reachObject(ask)
  if (answer.ok) return answer as Extract<Awaited<A>, { ok: true }>
  const { code, retryAfterSeconds } = answer
  throw new CodedError(code, code, { retryAfterSeconds })
}
