import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE, PONG } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { aFrame, aMonitoredPerson, changes, inSection, people } from '#test/fakes/monitor.ts'

import { ANA, aClient, BIA, live, settle } from '#test/fakes/monitor-rig.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a section that is shown opens; one that is not closes, now or when it has opened, and its count goes on', async () => {
  const { connection, network, state, socketOf, counts, say } = await live()
  network.answers = false
  const show = async (...barIds: string[]) => {
    connection.show(barIds)
    await settle()
  }
  await show('B')
  expect(socketOf('A').closedWith).toBe(CLOSE.pageClosed)
  const late = socketOf('B')
  await show()
  expect(late.closedWith).toBeNull()
  late.accept()
  expect(late.closedWith).toBe(CLOSE.pageClosed)
  network.answers = true
  await show('B')
  say('B', 1, people())
  counts().tell(aFrame(2, { counts: { A: [3, 4], B: [9, 9] } }))
  expect(state().board?.rooms.get('A')).toMatchObject({ online: 3, total: 4 })
  expect(state().board?.rooms.get('B')).toMatchObject({ online: 0, total: 0 })
  await show(...Array.from({ length: 1_000 }, (_, index) => `bar${index}`))
  const open = network.opened.filter(({ closedWith }) => closedWith === null)
  expect(open).toHaveLength(1 + LIMITS.boardSections)
})

test('T57 an owner has a section of each of fifty bars', async () => {
  const { connection, network } = await live(aClient({ isAdmin: false }))
  connection.show(Array.from({ length: 1_000 }, (_, index) => `bar${index}`))
  await settle()
  const open = network.opened.filter(({ closedWith }) => closedWith === null)
  expect(open).toHaveLength(LIMITS.ownBoardSections)
})

test('a bar that is folded or unfolded opens anew, and the board stays live and keeps its numbers', async () => {
  const { connection, network, state, socketOf, say } = await live()
  const room = () => state().board?.rooms.get('A')
  const [first, folded] = [socketOf('A'), 'A?folded']
  connection.show(['A'], ['A'])
  expect(first.closedWith).toBe(CLOSE.pageClosed)
  await settle()
  expect([state().status, room()?.online]).toEqual(['live', 1])
  say(folded, 1, { type: 'summary', online: 2, total: 3, help: [] })
  expect([state().status, room()]).toMatchObject(['live', { online: 2, total: 3, people: null }])
  say(folded, 2, { type: 'counts', online: 1, total: 3 })
  expect(room()).toMatchObject({ online: 1, total: 3 })
  connection.show(['A'], ['A', 'B'])
  await settle()
  expect(socketOf(folded).closedWith).toBeNull()
  connection.show(['A'])
  expect(socketOf(folded).closedWith).toBe(CLOSE.pageClosed)
  await settle()
  say('A', 1, people(ANA, BIA))
  expect(room()).toMatchObject({ online: 2, total: 2 })
  expect(network.opened.filter(({ closedWith }) => closedWith === null)).toHaveLength(2)
})

test('arrivals come from the sections, for administrators too', async () => {
  for (const isAdmin of [true, false]) {
    const { say, named } = await live(aClient({ isAdmin }))
    say('A', 2, changes({ people: [BIA], entered: ['2'] }))
    say('A', 3, changes({ gone: ['1'], left: [{ id: '1', name: 'Ana' }] }))
    expect([named('entered'), named('left')]).toEqual([['Bia'], ['Ana']])
  }
})

test('R32 a section that loses a tenth of its frames is true after the next one that comes', async () => {
  const step = fc.record({ id: fc.constantFrom('1', '2', '3', '4'), isLost: fc.nat(9) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      const rig = await live()
      const present = new Map([['1', ANA]])
      let number = 1
      for (const { id, isLost } of [...steps, { id: '5', isLost: 1 }]) {
        const isGone = present.delete(id)
        if (!isGone) present.set(id, aMonitoredPerson(id))
        const frame = changes(isGone ? { gone: [id] } : { people: [aMonitoredPerson(id)] })
        number += 1
        const socket = rig.socketOf('A')
        if (isLost !== 0) socket.tell(inSection(number, frame))
        if (socket.closedWith === null) continue
        // The longest wait here, and shorter than until an unanswered ping.
        await settle(16_000)
        rig.say('A', 1, people(...present.values()))
        number = 1
      }
      const shown = rig.state().board?.rooms.get('A')?.people
      expect([...(shown?.keys() ?? [])].sort()).toEqual([...present.keys()].sort())
      rig.connection.stop()
    }),
    { numRuns: 30 },
  )
})

test('one socket of a page pings every 20 s, and its other sections once a minute', async () => {
  const [admin, owner] = [await live(), await live(aClient({ isAdmin: false }))]
  await owner.showB()
  const sections = [owner.socketOf('A'), owner.socketOf('B')]
  const sockets = [admin.counts(), admin.socketOf('A'), ...sections]
  await settle(1_000)
  for (let waited = 0; waited < 60_000; waited += TIMINGS.pingEveryMs) {
    await settle(TIMINGS.pingEveryMs)
    for (const socket of sockets) if (socket.pings) socket.tellRaw(PONG)
  }
  expect(sockets.map(({ pings }) => pings)).toEqual([3, 1, 3, 1])
})

test('R32 an owner’s section that died without a close connects anew soon after the first one is lost', async () => {
  const { network, socketOf, showB } = await live(aClient({ isAdmin: false }))
  await showB()
  const [first, second] = [socketOf('A'), socketOf('B')]
  await settle(TIMINGS.pingEveryMs)
  expect([first.pings, second.pings]).toEqual([1, 0])
  await settle(TIMINGS.pongWithinMs)
  expect([first.closedWith === null, second.pings]).toEqual([false, 1])
  await settle(TIMINGS.pongWithinMs + 1_000)
  expect([second.closedWith === null, network.opened.length]).toEqual([false, 4])
})

test('R32 a section that died without a close connects anew soon after the counts say otherwise, or are lost', async () => {
  const { network, socketOf, counts, say } = await live()
  counts().tell(aFrame(2, { counts: { A: [1, 1] } }))
  expect(socketOf('A').pings).toBe(0)
  for (const number of [3, 4]) {
    counts().tell(aFrame(number, { counts: { A: [number, number] } }))
    await settle(TIMINGS.pongWithinMs / 2 + 100)
  }
  const second = socketOf('A')
  expect([second.pings, network.opened.length]).toEqual([0, 3])
  say('A', 1, people(ANA))
  counts().drop()
  expect(second.pings).toBe(1)
  await settle(TIMINGS.pongWithinMs)
  expect(second.closedWith).not.toBe(null)
})

test('T33 a section that was still opening when its session ended says nothing in the next one', async () => {
  const { connection, network, incidents, state, socketOf } = await live()
  network.answers = false
  connection.show(['A', 'B'])
  await settle()
  const late = socketOf('B')
  socketOf('A').drop(CLOSE.sessionEnded)
  connection.start()
  await settle()
  expect(socketOf('B')).not.toBe(late)
  late.accept()
  late.drop(CLOSE.sessionEnded)
  network.answers = true
  await settle(60_000)
  expect(incidents.filter(({ type }) => type === 'signedOut')).toHaveLength(1)
  expect(state().status).not.toBe('ended')
  connection.stop()
})
