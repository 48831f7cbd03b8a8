import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CodedError } from '#contract/errors.ts'
import type { MonitorBoard } from '#contract/monitor.ts'
import { MONITOR_SUBPROTOCOL } from '#contract/monitor.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { FakeNetwork } from '#test/fakes/fake-web-socket.ts'
import { aBoard, aDigest, aFrame, aMonitoredPerson } from '#test/fakes/monitor.ts'
import type { MonitorIncident } from './monitor-connection.ts'
import { MonitorConnection } from './monitor-connection.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const ANA = aMonitoredPerson('1', { name: 'Ana' })
const BIA = aMonitoredPerson('2', { name: 'Bia' })

/** A connection whose network and polls the test holds. */
function aClient() {
  const network = new FakeNetwork()
  const polls = {
    known: [] as (string | null)[],
    answer: async (): Promise<MonitorBoard | null> => null,
  }
  const connection = new MonitorConnection({
    url: 'wss://brinde.test/api/admin/monitor/socket',
    page: { isHidden: () => false, watch: () => () => {} },
    WebSocket: network.WebSocket,
    random: () => 0.5,
    fetchBoard(known) {
      polls.known.push(known)
      return polls.answer()
    },
  })
  const incidents: MonitorIncident[] = []
  connection.onIncident((incident) => incidents.push(incident))
  const state = () => connection.store.getState()
  const named = (what: 'entered' | 'left') =>
    incidents.flatMap((one) =>
      one.type === 'arrivals' ? one.arrivals[what].map(({ name }) => name) : [],
    )
  return { connection, network, polls, incidents, state, named }
}

async function live(rig: ReturnType<typeof aClient>) {
  rig.connection.start()
  await settle()
  rig.network.last.tell(aBoard({ A: [ANA] }))
  return rig
}

test('while the socket is open, nothing is polled', async () => {
  const { network, polls, state } = await live(aClient())
  expect(network.last.protocols).toEqual([MONITOR_SUBPROTOCOL])
  network.last.tell(aFrame(2, { offline: ['A:1'] }))
  expect(state()).toMatchObject({ status: 'live', board: { people: 1, online: 0, number: 2 } })
  await settle(TIMINGS.monitorPollMs * 3)
  expect(polls.known).toEqual([])
})

test('unknown frames are dropped', async () => {
  const { network, state } = await live(aClient())
  const before = state()
  for (const frame of ['{', '[]', '{"type":"dança"}', '{"type":"digest"}', 'null'])
    network.last.tellRaw(frame)
  expect(state()).toBe(before)
})

test('arrivals and departures are reported, a return from offline is not', async () => {
  const { network, named } = await live(aClient())
  network.last.tell(aFrame(2, { entered: [{ barId: 'A', person: BIA }], offline: ['A:1'] }))
  network.last.tell(aFrame(3, { entered: [{ barId: 'A', person: BIA }], online: ['A:1'] }))
  network.last.tell(aFrame(4, { left: [{ key: 'A:1', name: 'Ana' }] }))
  expect([named('entered'), named('left')]).toEqual([['Bia'], ['Ana']])
})

test('R32 a gap in the numbers, or a digest that disagrees, brings a new snapshot', async () => {
  const { network, state, named } = await live(aClient())
  network.last.tell(aFrame(3, { offline: ['A:1'] }))
  await settle(1_000)
  expect(network.opened).toHaveLength(2)
  network.last.tell(aBoard({ A: [ANA, BIA] }, { number: 3 }))
  expect(state()).toMatchObject({ status: 'live', board: { people: 2 } })
  expect(named('entered')).toEqual(['Bia'])

  network.last.tell(aDigest(aBoard({ A: [ANA, BIA] }, { number: 3 })))
  await settle(5_000)
  expect(network.opened).toHaveLength(2)
  network.last.tell(aDigest(aBoard({ A: [ANA] }, { number: 3 })))
  await settle(5_000)
  expect(network.opened).toHaveLength(3)
})

test('without its socket the board is polled at once and every 3 s, by its tag', async () => {
  const { network, polls, state, named } = await live(aClient())
  network.isUp = false
  network.last.drop()
  await settle()
  expect(polls.known).toEqual(['e1-1'])
  expect(state().status).toBe('live')
  polls.answer = async () => aBoard({ A: [ANA, BIA] }, { number: 5 })
  await settle(TIMINGS.monitorPollMs)
  expect(polls.known).toHaveLength(2)
  expect(state()).toMatchObject({ status: 'polling', board: { people: 2, number: 5 } })
  expect(named('entered')).toEqual(['Bia'])
  await settle(TIMINGS.monitorPollMs)
  expect(polls.known.at(-1)).toBe('e1-5')
})

test('polling ends when the socket is back', async () => {
  const { network, polls, state } = await live(aClient())
  network.isUp = false
  network.last.drop()
  await settle(TIMINGS.monitorPollMs)
  network.isUp = true
  await settle(10_000)
  network.last.tell(aBoard({ A: [ANA] }))
  const asked = polls.known.length
  await settle(15_000)
  expect(state().status).toBe('live')
  expect(polls.known).toHaveLength(asked)
})

test('a new version of the bar list is reported once, from a frame, a poll or a restarted monitor', async () => {
  const { network, polls, incidents } = await live(aClient())
  const reports = () => incidents.filter(({ type }) => type === 'barListChanged').length
  network.last.tell(aFrame(2, { offline: ['A:1'] }))
  expect(reports()).toBe(0)
  network.last.tell(aFrame(3, { barListVersion: 1 }))
  network.last.tell(aFrame(4, { barListVersion: 1, online: ['A:1'] }))
  expect(reports()).toBe(1)
  network.isUp = false
  polls.answer = async () => aBoard({ A: [ANA] }, { number: 5, barListVersion: 2 })
  network.last.drop()
  await settle()
  expect(reports()).toBe(2)
  network.isUp = true
  await settle(10_000)
  network.last.tell(aBoard({ A: [ANA] }, { epoch: 'e2' }))
  expect(reports()).toBe(3)
})

test('an older answer does not replace a newer board', async () => {
  const { connection, network, polls, state } = await live(aClient())
  let answer: (board: MonitorBoard) => void = () => {}
  polls.answer = () => new Promise((resolve) => (answer = resolve))
  const refreshed = connection.refresh()
  network.last.tell(aFrame(2, { entered: [{ barId: 'A', person: BIA }] }))
  answer(aBoard({ A: [ANA] }))
  expect(await refreshed).toBe(true)
  expect(state().board?.people).toBe(2)
})

test('a failure is reported once: the first on an empty screen, else the second', async () => {
  const empty = aClient()
  empty.network.isUp = false
  empty.polls.answer = () => Promise.reject(new TypeError('network'))
  empty.connection.start()
  await settle(TIMINGS.monitorPollMs)
  expect(empty.state().status).toBe('offline')
  await settle(TIMINGS.monitorPollMs * 5)
  expect(empty.incidents).toEqual([{ type: 'loadFailed' }])

  const filled = await live(aClient())
  filled.network.isUp = false
  filled.polls.answer = () => Promise.reject(new TypeError('network'))
  filled.network.last.drop()
  await settle()
  expect(filled.state().status).toBe('live')
  await settle(TIMINGS.monitorPollMs)
  expect(filled.state().status).toBe('offline')
})

test('T33 an ended session ends the board, by the socket or by a poll, and polling stops', async () => {
  const closed = await live(aClient())
  closed.network.last.drop(CLOSE.sessionEnded)
  const polled = await live(aClient())
  polled.polls.answer = () => Promise.reject(new CodedError('unauthenticated'))
  polled.network.last.drop()
  await settle()
  for (const { network, polls, state, incidents } of [closed, polled]) {
    expect(state().status).toBe('ended')
    expect(incidents.at(-1)).toEqual({ type: 'signedOut' })
    const before = [network.opened.length, polls.known.length]
    await settle(120_000)
    expect([network.opened.length, polls.known.length]).toEqual(before)
  }
})

test('a stopped connection polls nothing', async () => {
  const { connection, network, polls } = await live(aClient())
  connection.stop()
  await settle(60_000)
  expect([network.opened.length, polls.known.length]).toEqual([1, 0])
})
