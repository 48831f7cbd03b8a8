import type { Entered } from '#contract/entered.ts'
import type { EnterRequest } from '#contract/profile-form.ts'
import { enterBar } from '#test/client/api.ts'
import { nodeNetwork } from '#test/client/node-network.ts'
import type { Network } from '#test/client/person.ts'

/** The server that clients connect to, or a proxy before it. The port is null while there is none. */
export interface Endpoint {
  readonly port: number | null
}

/** A limit that no test reaches. */
export const RAISED = 1_000_000

/** A client's network. Each client has another IP address unless `address` is given. */
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
