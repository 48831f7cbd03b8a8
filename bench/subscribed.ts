import { toApi } from '../contract/paths.ts'
import { ask, toBearer } from '../test/client/api.ts'
import { nodeNetwork } from '../test/client/node-network.ts'
import { aSubscriber } from '../test/fakes/push-service.ts'

/** Everybody has a push subscription stored. */
export const ARE_SUBSCRIBED = process.env.BENCH_SUBSCRIBED === '1'

const HOST = 'https://push.localhost'
/** One pair of keys for all: to make one costs the client more than its request. */
const browser = ARE_SUBSCRIBED ? aSubscriber(HOST) : null

export async function subscribe(
  origin: string,
  barId: string,
  visit: { id: string; secret: string },
): Promise<void> {
  if (browser === null) return
  const json = { ...(await browser).subscription, endpoint: `${HOST}/${visit.id}` }
  const question = { method: 'PUT', headers: toBearer(visit.secret), json }
  const { send } = nodeNetwork(() => origin)
  const answer = await ask(send, toApi.notices(barId), question)
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
}
