import { address } from '#contract/address.ts'
import type { History } from '#contract/message.ts'
import { historySchema } from '#contract/message.ts'
import { API } from '#contract/paths.ts'
import { TIMINGS } from '#contract/timings.ts'
import { request } from './request.ts'

/** Message numbers, exclusive. At most one is set; with neither, the newest page. */
export interface HistoryCursor {
  before?: number
  after?: number
}

/**
 * One page of a conversation. Browsers reuse connections, and one that died with the network never
 * answers. Requests with and without cookies use different connections, so each of the room's
 * `losses` switches between them. After a delay both are asked and the first answer wins.
 */
export async function fetchHistory(
  barId: string,
  secret: string,
  personId: string,
  cursor: HistoryCursor,
  losses = 0,
): Promise<History> {
  // Not URLSearchParams: Safari 16 lacks its `size`.
  const [query = ''] = Object.entries(cursor).map(([side, number]) => `?${side}=${number}`)
  const ask = (turn: number) =>
    request(address(API.conversation, { barId, personId }) + query, historySchema, {
      secret,
      credentials: turn % 2 > 0 ? 'omit' : 'same-origin',
    })
  const asked = ask(losses)
  if (await isDoneWithin(TIMINGS.answerSoonMs, asked)) return asked
  return Promise.any([asked, ask(losses + 1)]).catch(() => asked)
}

function isDoneWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    const finish = () => {
      clearTimeout(timer)
      resolve(true)
    }
    promise.then(finish, finish)
  })
}
