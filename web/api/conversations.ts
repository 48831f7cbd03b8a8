import { ENDPOINTS } from '#contract/endpoints.ts'
import type { History } from '#contract/message.ts'
import { TIMINGS } from '#contract/timings.ts'
import { call } from './call.ts'

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
  const at = { before: cursor.before?.toString(), after: cursor.after?.toString() }
  const ask = (turn: number) =>
    call(ENDPOINTS.readHistory, { barId, personId, ...at }, undefined, {
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
