import { ENDPOINTS } from '#contract/endpoints.ts'
import type { Erased } from '#contract/erased.ts'
import { hasCode } from '#contract/errors.ts'
import { TIMINGS } from '#contract/timings.ts'
import { call } from './call.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** Retries until the server has answered, while the page lives. Without a receipt if the visit was over already. */
export async function leaveEventually(barId: string, secret: string): Promise<Erased | undefined> {
  const options = { secret, keepalive: true }
  for (let ceiling = FIRST_PAUSE_MS; ; ceiling = Math.min(ceiling * 2, LONGEST_PAUSE_MS)) {
    try {
      return (await call(ENDPOINTS.leave, { barId }, undefined, options)).erased
    } catch (error) {
      if (hasCode(error, 'visit_ended', 'no_visit')) return undefined
    }
    await sleep(ceiling * (0.5 + Math.random() / 2))
  }
}

/**
 * Ends the visit. Resolves after the product's two seconds with the receipt, and after four without an
 * answer; the request is then repeated as long as the page lives.
 */
export async function leaveBar(barId: string, secret: string): Promise<Erased | undefined> {
  const answered = Promise.race([leaveEventually(barId, secret), sleep(TIMINGS.leavingGivesUpMs)])
  const [erased] = await Promise.all([answered, sleep(TIMINGS.leavingMs)])
  return erased
}

function sleep(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

export function saysRemoved(error: unknown): boolean {
  return hasCode(error, 'removed')
}
