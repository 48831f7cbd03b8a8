import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { toApi } from '#contract/paths.ts'
import type { EnterRequest } from '#contract/person.ts'
import { enteredSchema } from '#contract/person.ts'
import { CLOSE, SUBPROTOCOL } from '#contract/protocol.ts'

const AT_ONCE = 16

export interface Customer {
  barId: string
  secret: string
}

/** Fills every bar through the API; answers with the first customer of each. */
export async function enterAll(
  origin: string,
  barIds: readonly string[],
  peoplePerBar: number,
): Promise<Customer[]> {
  const first: Customer[] = []
  const waiting = barIds.values()
  const lane = async (): Promise<void> => {
    for (const barId of waiting) {
      for (let index = 0; index < peoplePerBar; index += 1) {
        const secret = await enter(origin, barId, index)
        if (index === 0) first.push({ barId, secret })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return first
}

async function enter(origin: string, barId: string, index: number): Promise<string> {
  const name = `Pessoa ${index + 1}`
  const phone = `+55119${String(index).padStart(8, '0')}`
  const profile: EnterRequest = {
    ...{ id: randomUUID(), name, phone, photo: null, interest: 'all', table: '7' },
    ...{ showsInterest: true, deviceKey: null },
  }
  const response = await fetch(origin + toApi.people(barId), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(profile),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return v.parse(enteredSchema, await response.json()).secret
}

/** Opens and closes pages of customers in turn: half of the changes are coming, half going. */
export function switchPresence(
  origin: string,
  customers: readonly Customer[],
  changesPerSecond: number,
): { stop: () => void } {
  const open: WebSocket[] = []
  let next = 0
  const everyMs = 2_000 / changesPerSecond
  const timer = setInterval(() => {
    const customer = customers[next % customers.length]
    next += 1
    if (customer) open.push(connect(origin, customer))
    // Each page stays open for five seconds; whoever comes again has been offline for long.
    if (open.length > 5_000 / everyMs) open.shift()?.close(CLOSE.pageClosed)
  }, everyMs)
  return {
    stop() {
      clearInterval(timer)
      for (const socket of open) socket.close(CLOSE.pageClosed)
    },
  }
}

function connect(origin: string, { barId, secret }: Customer): WebSocket {
  return new WebSocket(origin.replace(/^http/, 'ws') + toApi.socket(barId), {
    protocols: [SUBPROTOCOL, secret],
    headers: { Origin: origin },
  } as unknown as string[])
}
