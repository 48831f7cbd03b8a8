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
 * connections for the next request, and one that died with the network answers nothing. With cookies
 * and without (this needs none) they take different ones: so each of the `losses` of the room changes
 * the way, and so does an answer that does not come soon.
 */
export function fetchHistory(
  barId: string,
  secret: string,
  personId: string,
  cursor: HistoryCursor,
  losses = 0,
): Promise<History> {
  // Not URLSearchParams: Safari 16 cannot say whether one is empty (`size`).
  const [query = ''] = Object.entries(cursor).map(([side, number]) => `?${side}=${number}`)
  const ask = (turn: number, options: RequestOptions) =>
    request(toApi.conversation(barId, personId) + query, historySchema, {
      secret,
      credentials: turn % 2 > 0 ? 'omit' : 'same-origin',
      ...options,
    })
  const signal = AbortSignal.timeout(TIMINGS.answerSoonMs)
  return ask(losses, { signal }).catch((error: Error) => {
    if (error.name !== 'TimeoutError') throw error
    return ask(losses + 1, {})
  })
}
