import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BoardFrame } from '#contract/board.ts'
import { BOARD_SUBPROTOCOL } from '#contract/board.ts'
import { CodedError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { MonitorBoard } from '#contract/monitor.ts'
import { MONITOR_SUBPROTOCOL } from '#contract/monitor.ts'
import { CLOSE, PONG } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { FakeWebSocket } from '#test/fakes/fake-web-socket.ts'
import { FakeNetwork } from '#test/fakes/fake-web-socket.ts'
import {
  aBoard,
  aFrame,
  aMonitoredPerson,
  aSnapshot,
  changes,
  inSection,
  people,
} from '#test/fakes/monitor.ts'
import type { MonitorIncident } from './monitor-connection.ts'
import { MonitorConnection } from './monitor-connection.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const ANA = aMonitoredPerson('1', { name: 'Ana' })
const BIA = aMonitoredPerson('2', { name: 'Bia' })
const CAIO = aMonitoredPerson('3')
const COUNTS = 'wss://brinde.test/api/admin/monitor/socket'

/** A connection whose network and polls the test holds. */
function aClient({ isAdmin = true } = {}) {
  const network = new FakeNetwork()
  const polls = {
    asked: [] as (readonly string[])[],
    known: [] as (string | null)[],
    answer: async (): Promise<MonitorBoard | null> => null,
    show(...board: Parameters<typeof aBoard>) {
      polls.answer = async () => aBoard(...board)
    },
    fail(error: Error = new TypeError('network')) {
      polls.answer = () => Promise.reject(error)
    },
    /** What answers them then. */
    hold(): (board: MonitorBoard) => void {
      let answer: (board: MonitorBoard) => void = () => {}
      polls.answer = () => new Promise((resolve) => (answer = resolve))
      return (board) => answer(board)
    },
  }
  const connection = new MonitorConnection({
    countsUrl: isAdmin ? COUNTS : null,
    sectionUrl: (barId) => `wss://brinde.test/${barId}`,
    page: { isHidden: () => false, watch: () => () => {} },
    WebSocket: network.WebSocket,
    random: () => 0.5,
    fetchBoard(barIds, known) {
      polls.asked.push(barIds)
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
  const lastTo = (address: string) => {
    const found = network.opened.findLast(({ url }) => url === address)
    if (!found) throw new Error(`no socket to ${address}`)
    return found
  }
  const socketOf = (barId: string) => lastTo(`wss://brinde.test/${barId}`)
  const counts = () => lastTo(COUNTS)
  const say = (barId: string, number: number, frame: BoardFrame) =>
    socketOf(barId).tell(inSection(number, frame))
  /** Shows B, where nobody is, beside A. */
  const showB = async () => {
    connection.show(['A', 'B'])
    await settle()
    say('B', 1, people())
  }
  /** Without a network these break, and no other opens. */
  const cut = (...sockets: FakeWebSocket[]) => {
    network.isUp = false
    for (const socket of sockets) socket.drop()
  }
  const seen = { incidents, state, named }
  return { connection, network, polls, ...seen, socketOf, counts, say, showB, cut }
}

/** An administrator's, with one person in bar A, which is shown. */
async function live(rig = aClient()) {
  rig.connection.show(['A'])
  rig.connection.start()
  await settle()
  if (rig.network.opened[0]?.url === COUNTS) rig.counts().tell(aSnapshot({ A: [1, 1] }))
  rig.say('A', 1, people(ANA))
  return rig
}

test('while the sockets are open, or stopped, nothing is polled; unknown frames are dropped', async () => {
  const { connection, network, polls, state, say } = await live()
  const protocols = network.opened.flatMap((socket) => socket.protocols)
  expect(protocols).toEqual([MONITOR_SUBPROTOCOL, BOARD_SUBPROTOCOL])
  say('A', 2, changes({ people: [{ ...ANA, online: false }] }))
  const before = state()
  for (const socket of network.opened)
    for (const frame of ['{', '[]', '{"type":"dança"}', '{"number":2}', 'null'])
      socket.tellRaw(frame)
  expect(state()).toBe(before)
  expect(before).toMatchObject({ status: 'live', board: { online: 0 } })
  await settle(TIMINGS.monitorPollMs * 3)
  connection.stop()
  await settle(60_000)
  expect([network.opened.length, polls.known]).toEqual([2, []])
})

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

test('arrivals come from the sections, for administrators too', async () => {
  for (const isAdmin of [true, false]) {
    const { say, named } = await live(aClient({ isAdmin }))
    say('A', 2, changes({ people: [BIA], entered: ['2'] }))
    say('A', 3, changes({ gone: ['1'], left: [{ id: '1', name: 'Ana' }] }))
    expect([named('entered'), named('left')]).toEqual([['Bia'], ['Ana']])
  }
})

test('a bar is unattended as its section or a poll says, and no longer once it has no section', async () => {
  const { connection, polls, state, say, socketOf, cut } = await live(aClient({ isAdmin: false }))
  const isUnattended = () => Boolean(state().board?.rooms.get('A')?.isUnattended)
  say('A', 2, changes({ isUnattended: true }))
  expect(isUnattended()).toBe(true)
  polls.show({ A: [ANA] })
  cut(socketOf('A'))
  await settle(TIMINGS.monitorPollMs)
  expect(isUnattended()).toBe(false)
  const { rooms, ...board } = aBoard({ A: [ANA] })
  polls.answer = async () => ({
    ...board,
    rooms: rooms.map((room) => ({ ...room, isUnattended: true })),
  })
  await settle(TIMINGS.monitorPollMs)
  expect(isUnattended()).toBe(true)
  connection.show([])
  expect(isUnattended()).toBe(false)
})

test('R32 a gap in the numbers of the counts, or a number that stands still elsewhere, brings a new connection', async () => {
  const { network, state, counts } = await live()
  for (const number of [1, 2]) {
    counts().tell({ type: 'still', number })
    await settle(1_000)
    expect(network.opened).toHaveLength(1 + number)
  }
  counts().tell(aSnapshot({ A: [1, 1], B: [1, 1] }, { number: 7 }))
  expect(state()).toMatchObject({ status: 'live', board: { online: 2 } })
  counts().tell(aFrame(9, { counts: { B: [5, 5] } }))
  await settle(5_000)
  expect(network.opened).toHaveLength(4)
})

test('T57 the bars with calls are those of the last frames, or of a poll while the counts are away', async () => {
  const { state, counts, polls, cut } = await live()
  const hear = (number: number, calls: Record<string, number>) => {
    counts().tell(aFrame(number, { calls }))
    return state().calling
  }
  expect(hear(2, { B: 2, C: 1 })).toEqual(['B', 'C'])
  expect(hear(3, { B: 0 })).toEqual(['C'])
  expect(hear(4, {})).toEqual(['C'])
  polls.answer = async () => ({ ...aBoard({ A: [ANA] }), calls: { D: 1 } })
  cut(counts())
  await settle(TIMINGS.monitorPollMs)
  expect(state().calling).toEqual(['D'])
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

test('beside the counts a section pings once a minute, and alone every 20 s', async () => {
  const [admin, owner] = [await live(), await live(aClient({ isAdmin: false }))]
  const sockets = [admin.counts(), admin.socketOf('A'), owner.socketOf('A')]
  await settle(1_000)
  for (let waited = 0; waited < 60_000; waited += TIMINGS.pingEveryMs) {
    await settle(TIMINGS.pingEveryMs)
    for (const socket of sockets) if (socket.pings) socket.tellRaw(PONG)
  }
  expect(sockets.map(({ pings }) => pings)).toEqual([3, 1, 3])
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

test('of the sections without a socket the board is asked for every 3 s, by its tag, until all are back; one banner says it', async () => {
  const { network, polls, state, named, socketOf, counts, say, showB, cut } = await live()
  await showB()
  cut(counts(), socketOf('A'))
  socketOf('B').tellRaw(PONG)
  for (const [known, status, present] of [
    [null, 'live', [ANA, BIA]],
    ['a tag', 'polling', [ANA, BIA, CAIO]],
    ['a tag', 'polling', []],
  ] as const) {
    polls.show({ A: present })
    await settle(TIMINGS.monitorPollMs)
    expect([polls.asked.at(-1), polls.known.at(-1)]).toEqual([['A'], known])
    expect(state()).toMatchObject({ status, board: { online: present.length } })
  }
  expect([named('entered'), polls.known.length]).toEqual([['Bia', CAIO.name], 3])
  network.isUp = true
  await settle(10_000)
  say('A', 1, people(ANA))
  expect(state().status).toBe('polling')
  counts().tell(aSnapshot({ A: [1, 1] }))
  const asked = polls.known.length
  await settle(15_000)
  expect([state().status, polls.known.length]).toEqual(['live', asked])
})

test('T57 T58 calls for help and reports come by the polls of a section without its socket, and by none that has one', async () => {
  const { connection, polls, socketOf, showB, cut } = await live()
  await showB()
  const told: string[] = []
  connection.onIncident((incident) => {
    if (incident.type === 'lostSection') told.push(`${incident.barId} lost`)
    if (incident.type !== 'polledSection') return
    const { barId, help, reports } = incident.room
    told.push(`${barId} ${help.map(({ name }) => name)} ${reports}`)
  })
  const call = {
    ...({ id: 'x', kind: 'unwell', state: 'open', rank: 'known', ageMs: 0 } as const),
    isFolded: false,
    helper: null,
    isSeen: false,
    personId: '1',
    name: 'Ana',
    table: '7',
    photo: null,
  }
  const { rooms, ...board } = aBoard({ A: [ANA], B: [BIA] })
  const withCalls = rooms.map((room) => ({ ...room, help: [call], reports: 'new' }))
  const answer = { ...board, rooms: withCalls }
  polls.answer = async () => answer
  await connection.refresh()
  expect(told).toEqual([])
  cut(socketOf('A'))
  await settle(TIMINGS.monitorPollMs)
  expect(told).toEqual(['A lost', 'A Ana new'])
  polls.fail()
  await settle(2 * TIMINGS.monitorPollMs)
  expect(told.slice(2)).toEqual(['A lost'])
  // Back: nothing has changed meanwhile, and still it is said.
  polls.answer = async () => (polls.known.at(-1) === null ? answer : null)
  await settle(2 * TIMINGS.monitorPollMs)
  expect(told.slice(3)).toEqual(['A Ana new'])
})

test('T57 an older answer undoes neither what the staff have answered meanwhile nor what a section has said', async () => {
  const { connection, polls, state, say, socketOf, cut } = await live()
  const answer = polls.hold()
  const refreshed = connection.refresh()
  say('A', 2, changes({ people: [BIA] }))
  answer(aBoard({ A: [ANA] }))
  expect([await refreshed, state().board?.online]).toEqual([true, 2])
  cut(socketOf('A'))
  await settle(TIMINGS.monitorPollMs)
  connection.noteAnswered()
  answer(aBoard({ A: [ANA] }))
  await settle()
  expect(state().board?.online).toBe(2)
  await settle(TIMINGS.monitorPollMs)
  answer(aBoard({ A: [ANA] }))
  await settle()
  expect([polls.known, state().board?.online]).toEqual([[null, null, null], 1])
})

test('a new list of bars is reported once, from a frame, a poll or a restarted monitor', async () => {
  const { network, polls, incidents, counts, cut } = await live()
  const reports = () => incidents.filter(({ type }) => type === 'barListChanged').length
  counts().tell(aFrame(2, { counts: { A: [0, 1] } }))
  expect(reports()).toBe(0)
  for (const number of [3, 4]) counts().tell(aFrame(number, { barList: 'second' }))
  expect(reports()).toBe(1)
  polls.show({ A: [ANA] }, { barList: 'third' })
  cut(counts())
  await settle(TIMINGS.monitorPollMs)
  expect(reports()).toBe(2)
  network.isUp = true
  await settle(10_000)
  counts().tell(aSnapshot({}, { barList: 'fourth' }))
  expect(reports()).toBe(3)
})

test('T34 a role that has changed, or went while the board loaded, has the list of bars read anew, once', async () => {
  const changed = await live(aClient({ isAdmin: false }))
  changed.say('A', 2, changes({ people: [ANA] }))
  expect(changed.state().board?.online).toBe(1)
  changed.socketOf('A').drop(CLOSE.accessChanged)
  expect(changed.state().board?.online).toBe(0)
  await settle(1_000)
  expect(changed.network.opened).toHaveLength(1)
  expect(changed.incidents.at(-1)).toEqual({ type: 'barListChanged' })
  changed.connection.show(['A'])
  await settle()
  expect(changed.network.opened).toHaveLength(2)

  const gone = aClient({ isAdmin: false })
  gone.network.isUp = false
  gone.polls.show({})
  gone.connection.show(['A'])
  gone.connection.start()
  await settle(3 * TIMINGS.monitorPollMs)
  expect(gone.polls.asked.length).toBeGreaterThan(2)
  expect(gone.incidents).toEqual([{ type: 'barListChanged' }])
})

test('a failure is reported once: the first on an empty screen, else the second', async () => {
  const empty = aClient()
  empty.network.isUp = false
  empty.polls.fail()
  empty.connection.start()
  await settle(TIMINGS.monitorPollMs)
  expect(empty.state().status).toBe('offline')
  await settle(TIMINGS.monitorPollMs * 5)
  expect(empty.incidents).toEqual([{ type: 'loadFailed' }])

  const filled = await live()
  filled.polls.fail()
  filled.cut(filled.socketOf('A'))
  for (const status of ['live', 'offline']) {
    await settle(TIMINGS.monitorPollMs)
    expect(filled.state().status).toBe(status)
  }
})

test('T33 an ended session ends the board, by any socket or by a poll, and all of it stops', async () => {
  const counted = await live()
  counted.counts().drop(CLOSE.sessionEnded)
  const section = await live(aClient({ isAdmin: false }))
  section.socketOf('A').drop(CLOSE.sessionEnded)
  const polled = await live()
  polled.polls.fail(new CodedError('unauthenticated'))
  polled.socketOf('A').drop()
  await settle(TIMINGS.monitorPollMs)
  for (const { network, polls, state, incidents } of [counted, section, polled]) {
    expect([state().status, incidents.at(-1)]).toEqual(['ended', { type: 'signedOut' }])
    const before = [network.opened.length, polls.known.length]
    await settle(120_000)
    expect([network.opened.length, polls.known.length]).toEqual(before)
  }
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
