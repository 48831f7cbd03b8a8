import type { History } from '#contract/message.ts'
import { historySchema } from '#contract/message.ts'
import { toApi } from '#contract/paths.ts'
import { TIMINGS } from '#contract/timings.ts'
import { request } from './request.ts'

export interface HistoryCursor {
  /** Only messages with a lower number. */
  before?: number
  /** Only messages with a higher number. */
  after?: number
}

/** One page of the conversation with a person: the newest, or the one beside a cursor. */
export function fetchHistory(
  barId: string,
  secret: string,
  personId: string,
  { before, after }: HistoryCursor,
): Promise<History> {
  const query = new URLSearchParams()
  if (before !== undefined) query.set('before', String(before))
  if (after !== undefined) query.set('after', String(after))
  const path = toApi.conversation(barId, personId)
  return request(query.size > 0 ? `${path}?${query}` : path, historySchema, {
    secret,
    signal: AbortSignal.timeout(TIMINGS.historyWithinMs),
  })
}
