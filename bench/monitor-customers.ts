import { CLOSE } from '../contract/protocol.ts'
import type { Patron } from './enter.ts'
import { enter, openSocket, toAddress } from './enter.ts'
import { inLanes } from './pace.ts'

export type Customer = Patron & { barId: string }

/** Fills every bar through the API; answers with the first customer of each. */
export function enterAll(
  origin: string,
  barIds: readonly string[],
  peoplePerBar: number,
): Promise<Customer[]> {
  return inLanes(barIds, async (barId) => {
    const first = await enter(origin, barId, 0)
    for (let index = 1; index < peoplePerBar; index += 1) await enter(origin, barId, index)
    return { ...first, barId }
  })
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
    if (customer) open.push(openSocket(toAddress(origin, customer.barId, customer)))
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
