import { address } from '../contract/address.ts'
import { API } from '../contract/paths.ts'
import type { PublicPerson } from '../contract/person.ts'
import { SUBPROTOCOL } from '../contract/protocol.ts'
import { toUpgradeQuery } from '../contract/upgrade-query.ts'
import { enterBar } from '../test/client/api.ts'
import { inLanes } from '../test/client/in-lanes.ts'
import { nodeNetwork } from '../test/client/node-network.ts'

/** A person in a bar, with the secret that authenticates them. */
export interface Credentials {
  id: string
  secret: string
}

export async function enter(origin: string, barId: string, index: number): Promise<Credentials> {
  const phone = `+55119${String(index).padStart(8, '0')}`
  const { send } = nodeNetwork(() => origin)
  const { person, secret } = await enterBar(send, barId, { name: toName(index), phone })
  return { id: person.id, secret }
}

/** Enters `count` people. They return in the order of their names. */
export function enterMany(origin: string, barId: string, count: number): Promise<Credentials[]> {
  return inLanes(Array(count).keys(), (index) => enter(origin, barId, index))
}

const toName = (index: number) => `Pessoa ${index + 1}`

/** Them as the others see them while they are online. */
export function toPerson({ id }: Credentials, index: number): PublicPerson {
  return { id, name: toName(index), table: '7', photo: null, interest: 'all', online: true }
}

/** The address and subprotocols of a person's live connection. */
export interface Address {
  url: string
  protocols: string[]
}

export function toAddress(origin: string, barId: string, { secret }: Credentials): Address {
  const url = origin + address(API.socket, { barId }) + toUpgradeQuery(null)
  return { url, protocols: [SUBPROTOCOL, secret] }
}
