import type { History } from '#contract/message.ts'
import { historySchema } from '#contract/message.ts'
import { toApi } from '#contract/paths.ts'
import { request } from './request.ts'

/** At most one of them; neither asks for the newest messages. */
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
  cursor: HistoryCursor,
): Promise<History> {
  // Not URLSearchParams: Safari 16 cannot say whether one is empty (`size`).
  const [query = ''] = Object.entries(cursor).map(([side, number]) => `?${side}=${number}`)
  return request(toApi.conversation(barId, personId) + query, historySchema, { secret })
}
