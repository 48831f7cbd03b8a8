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
 * connections for the next request, and after a loss of network one that died answers nothing. Where
 * no answer comes soon the page is asked for once more, without cookies, which it needs none of:
 * browsers take another connection for that. Whichever answers first is taken, so that a network
 * that is merely slow loses nothing.
 */
export async function fetchHistory(
  barId: string,
  secret: string,
  personId: string,
  cursor: HistoryCursor,
): Promise<History> {
  // Not URLSearchParams: Safari 16 cannot say whether one is empty (`size`).
  const [query = ''] = Object.entries(cursor).map(([side, number]) => `?${side}=${number}`)
  const ask = (options: RequestOptions = {}) =>
    request(toApi.conversation(barId, personId) + query, historySchema, { secret, ...options })
  const asked = ask()
  if (await isSettledWithin(TIMINGS.answerSoonMs, asked)) return asked
  return Promise.any([asked, ask({ credentials: 'omit' })]).catch(() => asked)
}

function isSettledWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    const settle = () => {
      clearTimeout(timer)
      resolve(true)
    }
    promise.then(settle, settle)
  })
}
