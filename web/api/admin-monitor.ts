import { address } from '#contract/address.ts'
import type { AdminBar } from '#contract/admin-bar.ts'
import { adminBarListSchema } from '#contract/admin-bar.ts'
import { ADMIN_API, BARS_PARAMETER } from '#contract/admin-paths.ts'
import type { MonitorBoard } from '#contract/monitor.ts'
import { monitorBoardSchema } from '#contract/monitor.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { AdminOptions } from './admin-request.ts'
import { adminRequest } from './admin-request.ts'
import { readAnswer } from './request.ts'

/** Newest first. `next` is the cursor of the following page. */
export function fetchBars(
  after?: string,
  options?: AdminOptions,
): Promise<{ bars: AdminBar[]; total: number; next: string | null }> {
  return adminRequest(address(ADMIN_API.bars, { after }), adminBarListSchema, options)
}

/** With the people of these bars. Null if the answer would still have the tag `known`. */
export async function fetchBoard(
  barIds: readonly string[],
  known: string | null,
): Promise<MonitorBoard | null> {
  const headers = new Headers({ accept: 'application/json' })
  if (known) headers.set('if-none-match', `"${known}"`)
  const signal = AbortSignal.timeout(TIMINGS.answerWithinMs)
  const response = await fetch(address(ADMIN_API.monitor, { [BARS_PARAMETER]: barIds.join() }), {
    headers,
    signal,
  })
  return response.status === 304 ? null : readAnswer(response, monitorBoardSchema)
}
