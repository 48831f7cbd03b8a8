import type { ErrorCode } from '#contract/errors.ts'
import { CodedError } from '#contract/errors.ts'
import { RETRIES, reachObject } from '#worker/rim/reach-object.ts'

type Answer = { ok: true } | { ok: false; code: ErrorCode }

/** Asks a room, as `reachObject` does: its refusal becomes a `CodedError`. */
export async function callRoom<A extends PromiseLike<Answer>>(
  ask: () => A,
): Promise<Extract<Awaited<A>, { ok: true }>> {
  const answer: Answer = await reachObject(ask, RETRIES)
  if (!answer.ok) throw new CodedError(answer.code)
  return answer as Extract<Awaited<A>, { ok: true }>
}
