import type { History } from '#contract/message.ts'
import { historySchema } from '#contract/message.ts'
import { toApi } from '#contract/paths.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { RequestOptions } from './request.ts'
import { request } from './request.ts'

/** At most one of them; neither asks for the newest messages. */
export interface HistoryCursor {
  /** Only messages with a lower number. */
  before?: number
  /** Only messages with a higher number. */
  after?: number
}

/**
 * One page of the conversation with a person: the newest, or the one beside a cursor. Browsers keep
 * connections for the next request, and one that died unnoticed answers nothing: without cookies,
 * which this needs none of, they take another.
 */
export function fetchHistory(
  barId: string,
  secret: string,
  personId: string,
  cursor: HistoryCursor,
): Promise<History> {
  // Not URLSearchParams: Safari 16 cannot say whether one is empty (`size`).
  const [query = ''] = Object.entries(cursor).map(([side, number]) => `?${side}=${number}`)
  const ask = (options: RequestOptions) =>
    request(toApi.conversation(barId, personId) + query, historySchema, { secret, ...options })
  return ask({ withinMs: TIMINGS.answerSoonMs }).catch((error: Error) => {
    if (error.name !== 'TimeoutError') throw error
    return ask({ credentials: 'omit' })
  })
}
