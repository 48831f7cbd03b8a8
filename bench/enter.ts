import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { enteredSchema } from '../contract/entered.ts'
import { toApi } from '../contract/paths.ts'
import type { EnterRequest, PublicPerson } from '../contract/person.ts'
import { SUBPROTOCOL } from '../contract/protocol.ts'
import { toUpgradeQuery } from '../contract/upgrade-query.ts'
import { inLanes } from './pace.ts'

/** Somebody in a bar, and what proves it. */
export interface Patron {
  id: string
  secret: string
}

/** Makes a profile through the API, as the page does. */
export async function enter(origin: string, barId: string, index: number): Promise<Patron> {
  const name = toName(index)
  const phone = `+55119${String(index).padStart(8, '0')}`
  const profile: EnterRequest = {
    ...{ attempt: randomUUID(), name, phone, photo: null, interest: 'all', table: '7' },
    ...{ showsInterest: true, deviceKey: null, mark: null },
  }
  const response = await fetch(origin + toApi.people(barId), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(profile),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  const { person, secret } = v.parse(enteredSchema, await response.json())
  return { id: person.id, secret }
}

/** Leaves the bar, as the page does; the visit ends within two seconds. */
export async function leave(origin: string, barId: string, { secret }: Patron): Promise<void> {
  const headers = { authorization: `Bearer ${secret}`, origin }
  const response = await fetch(origin + toApi.leaving(barId), { method: 'PUT', headers })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}

/** So many, in the order of their names. */
export function enterMany(origin: string, barId: string, count: number): Promise<Patron[]> {
  return inLanes(Array.from({ length: count }), (_, index) => enter(origin, barId, index))
}

const toName = (index: number) => `Pessoa ${index + 1}`

/** Them as the others see them. */
export function toPerson({ id }: Patron, index: number, online: boolean): PublicPerson {
  return { id, name: toName(index), table: '7', photo: null, interest: 'all', online }
}

/** What opens a patron's live connection. */
export interface Address {
  url: string
  protocols: string[]
  headers: Record<string, string>
}

export function toAddress(origin: string, barId: string, { secret }: Patron): Address {
  const url = origin.replace(/^http/, 'ws') + toApi.socket(barId) + toUpgradeQuery(null)
  return { url, protocols: [SUBPROTOCOL, secret], headers: { Origin: origin } }
}

/** Node's own WebSocket takes headers, which the browser's type does not know. */
export function openSocket({ url, protocols, headers }: Address): WebSocket {
  return new WebSocket(url, { protocols, headers } as unknown as string[])
}
