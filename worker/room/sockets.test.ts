import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Backpressure } from './backpressure.ts'
import { Sockets } from './sockets.ts'

const OPEN = 1
const CLOSED = 3
const FROM = { sharesFrames: true, network: 'x', wideNetwork: null }

/** A room's sockets without a network; `looks` counts how often all of them were looked at. */
function someSockets(before: number) {
  const all = Array.from({ length: before }, () => ({ readyState: OPEN }))
  let looks = 0
  const state = {
    getWebSockets: () => {
      looks += 1
      return all
    },
    acceptWebSocket: (socket: { readyState: number }) => all.push(socket),
  }
  const sockets = new Sockets(state as unknown as DurableObjectState, new Backpressure())
  const accept = () => {
    const socket = { readyState: OPEN, serializeAttachment: () => {} }
    const of = { personId: 'ana', secretHash: '', acceptedAt: 0, isWatched: null }
    sockets.accept(socket as unknown as WebSocket, { ...of, ...FROM, shownAway: false })
  }
  const open = () => all.filter(({ readyState }) => readyState === OPEN)
  return { sockets, accept, open, looks: () => looks }
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

test('a bar that is far from full is not looked through for everybody who comes', () => {
  const { sockets, accept, looks } = someSockets(1_000)
  for (let come = 0; come < 500; come += 1) {
    expect(sockets.isFull(2_000)).toBe(false)
    accept()
  }
  expect(looks()).toBe(1)
})

test('one event lists all sockets once, but for those that came meanwhile; the next one anew', async () => {
  const { sockets, accept, open, looks } = someSockets(3)
  const list = () => sockets.all().length
  expect([list(), list(), looks()]).toEqual([3, 3, 1])
  accept()
  expect([list(), list(), looks()]).toEqual([4, 4, 2])
  Object.assign(open()[0] ?? {}, { readyState: CLOSED })
  await Promise.resolve()
  expect([list(), looks()]).toEqual([3, 3])
})
