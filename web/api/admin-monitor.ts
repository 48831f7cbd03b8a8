import { address } from '#contract/address.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { BARS_PARAMETER } from '#contract/admin-paths.ts'
import type { MonitorBoard } from '#contract/monitor.ts'
import { TIMINGS } from '#contract/timings.ts'
import { readAnswer } from './request.ts'

/** Reads the board with the people of these bars. Null if it still has the tag `known`. */
export async function fetchBoard(
  barIds: readonly string[],
  known: string | null,
): Promise<MonitorBoard | null> {
  const { path, answer } = ADMIN_ENDPOINTS.readMonitor
  const headers = new Headers({ accept: 'application/json' })
  if (known) headers.set('if-none-match', `"${known}"`)
  const signal = AbortSignal.timeout(TIMINGS.answerWithinMs)
  const response = await fetch(address(path, { [BARS_PARAMETER]: barIds.join() }), {
    headers,
    signal,
  })
  return response.status === 304 ? null : readAnswer(response, answer)
}
