import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import type { Entered } from '#contract/entered.ts'
import { toApi } from '#contract/paths.ts'
import type { EnterRequest } from '#contract/profile-form.ts'
import { enterBar } from '#test/client/api.ts'
import { nodeNetwork } from '#test/client/node-network.ts'
import type { Network } from '#test/client/person.ts'

/** Where clients connect: a server, or a proxy before it. Null while there is nothing. */
export interface Endpoint {
  readonly port: number | null
}

/** A limit that no test reaches. */
export const RAISED = 1_000_000

/** Of somebody with an address of their own, unless it is named. */
export function networkOf(endpoint: Endpoint, address?: string): Network {
  const findOrigin = () => (endpoint.port === null ? null : `http://127.0.0.1:${endpoint.port}`)
  return nodeNetwork(findOrigin, address)
}

/** Makes a profile. */
export function enter(
  endpoint: Endpoint,
  barId: string,
  profile: Partial<EnterRequest> & { name: string },
): Promise<Entered> {
  return enterBar(networkOf(endpoint).send, barId, profile)
}

/** How a bare upgrade is answered. Its connection stays as it is. */
export async function upgrade(
  { origin }: { origin: string },
  barId: string,
  protocols: readonly string[],
  extensions?: string,
): Promise<IncomingMessage> {
  const asked = get(origin + toApi.socket(barId), {
    headers: {
      ...{ Origin: origin, Connection: 'Upgrade', Upgrade: 'websocket' },
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      'Sec-WebSocket-Protocol': protocols.join(', '),
      ...(extensions && { 'Sec-WebSocket-Extensions': extensions }),
    },
  })
  const [answer] = await Promise.race([once(asked, 'response'), once(asked, 'upgrade')])
  return answer
}
