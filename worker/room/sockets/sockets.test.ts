import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Backpressure } from './backpressure.ts'
import { Sockets } from './sockets.ts'

const OPEN = 1
const CLOSED = 3
const FROM = { network: 'x', wideNetwork: null }

/** A room's sockets without a network. */
function someSockets(before: number) {
  const all = Array.from({ length: before }, () => ({ readyState: OPEN }))
  const state = {
    getWebSockets: () => all,
    acceptWebSocket: (socket: { readyState: number }) => all.push(socket),
  }
  const sockets = new Sockets(state as unknown as DurableObjectState, new Backpressure())
  const accept = () => {
    const socket = { readyState: OPEN, serializeAttachment: () => {} }
    const of = { personId: 'ana', secretHash: '', acceptedAt: 0 }
    sockets.accept(socket as unknown as WebSocket, { ...of, ...FROM, sentAway: false })
  }
  return { sockets, accept, open: () => all.filter(({ readyState }) => readyState === OPEN) }
}

test('rule 6: whether a bar is full is true after every coming and going', () => {
  const steps = fc.array(fc.constantFrom('come', 'come', 'go', 'go elsewhere'), { maxLength: 60 })
  fc.assert(
    fc.property(fc.nat(8), steps, (before, comings) => {
      const { sockets, accept, open } = someSockets(before)
      for (const step of comings) {
        if (step === 'come') accept()
        else Object.assign(open()[0] ?? {}, { readyState: CLOSED })
        expect(sockets.isFull(6)).toBe(open().length >= 6)
      }
    }),
  )
})
