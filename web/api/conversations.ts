import type { History } from '#contract/message.ts'
import { historySchema } from '#contract/message.ts'
import { toApi } from '#contract/paths.ts'
import { TIMINGS } from '#contract/timings.ts'
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
 * the way. Where no answer comes soon both are asked, and whichever answers first is taken, so that a
 * network that is merely slow loses nothing.
 */
export async function fetchHistory(
  barId: string,
  secret: string,
  personId: string,
  cursor: HistoryCursor,
  losses = 0,
): Promise<History> {
  // Not URLSearchParams: Safari 16 cannot say whether one is empty (`size`).
  const [query = ''] = Object.entries(cursor).map(([side, number]) => `?${side}=${number}`)
  const ask = (turn: number) =>
    request(toApi.conversation(barId, personId) + query, historySchema, {
      secret,
      credentials: turn % 2 > 0 ? 'omit' : 'same-origin',
    })
  const asked = ask(losses)
  if (await isSettledWithin(TIMINGS.answerSoonMs, asked)) return asked
  return Promise.any([asked, ask(losses + 1)]).catch(() => asked)
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
