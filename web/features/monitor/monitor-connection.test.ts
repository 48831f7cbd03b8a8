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
  const socketOf = (barId: string) => {
    const found = network.opened.findLast(({ url }) => url.endsWith(`/${barId}`))
    if (!found) throw new Error(`no section of ${barId}`)
    return found
  }
  const counts = () => {
    const found = network.opened.findLast(({ url }) => url === COUNTS)
    if (!found) throw new Error('no counts')
    return found
  }
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

test('while the sockets are open, nothing is polled', async () => {
  const { network, polls, state, say } = await live()
  expect(network.opened.map(({ protocols }) => protocols)).toEqual([
    [MONITOR_SUBPROTOCOL],
    [BOARD_SUBPROTOCOL],
  ])
  say('A', 2, changes({ people: [{ ...ANA, online: false }] }))
  expect(state()).toMatchObject({ status: 'live', board: { online: 0 } })
  await settle(TIMINGS.monitorPollMs * 3)
  expect(polls.known).toEqual([])
})

test('unknown frames are dropped', async () => {
  const { network, state, socketOf } = await live()
  const before = state()
  for (const socket of [network.opened[0], socketOf('A')])
    for (const frame of ['{', '[]', '{"type":"dança"}', '{"number":2}', 'null'])
      socket?.tellRaw(frame)
  expect(state()).toBe(before)
})

test('a section that is shown opens, one that is not closes, and its count goes on', async () => {
  const { connection, network, state, socketOf, counts, say } = await live()
  connection.show(['B'])
  await settle()
  expect(socketOf('A').closedWith).toBe(CLOSE.pageClosed)
  say('B', 1, people())
  counts().tell(aFrame(2, { counts: { A: [3, 4], B: [9, 9] } }))
  expect(state().board?.rooms.get('A')).toMatchObject({ online: 3, total: 4 })
  expect(state().board?.rooms.get('B')).toMatchObject({ online: 0, total: 0 })
  connection.show(Array.from({ length: 1_000 }, (_, index) => `bar${index}`))
  await settle()
  const open = network.opened.filter(({ closedWith }) => closedWith === null)
  expect(open).toHaveLength(1 + LIMITS.boardSections)
})

test('a section that is scrolled away before it is open closes when it is', async () => {
  const { connection, network, socketOf } = await live()
  network.answers = false
  for (const barId of ['B', 'A']) {
    connection.show([barId])
    await settle()
  }
  expect(socketOf('B').closedWith).toBeNull()
  socketOf('B').accept()
  expect(socketOf('B').closedWith).toBe(CLOSE.pageClosed)
})

test('administrators read arrivals from the monitor, owners and staff from their bars', async () => {
  const entered = changes({ people: [BIA], entered: ['2'] })
  const admin = await live()
  admin.say('A', 2, entered)
  expect(admin.named('entered')).toEqual([])
  admin.counts().tell(aFrame(2, { entered: [{ barId: 'A', id: '2', name: 'Bia' }] }))
  expect(admin.named('entered')).toEqual(['Bia'])

  const owner = await live(aClient({ isAdmin: false }))
  owner.say('A', 2, entered)
  owner.say('A', 3, changes({ gone: ['1'], left: [{ id: '1', name: 'Ana' }] }))
  expect([owner.named('entered'), owner.named('left')]).toEqual([['Bia'], ['Ana']])
})

test('R32 a gap in the numbers brings a new connection, of the section or of the counts', async () => {
  const { network, state, counts, say } = await live()
  say('A', 3, changes({ gone: ['1'] }))
  await settle(1_000)
  expect(network.opened).toHaveLength(3)
  say('A', 1, people(ANA, BIA))
  expect(state()).toMatchObject({ status: 'live', board: { online: 2 } })

  for (const [number, opened] of [
    [1, 3],
    [2, 4],
  ]) {
    counts().tell({ type: 'still', number })
    await settle(1_000)
    expect(network.opened).toHaveLength(opened ?? 0)
  }
  counts().tell(aSnapshot({ A: [2, 2], B: [1, 1] }, { number: 7 }))
  counts().tell(aFrame(9, { counts: { B: [5, 5] } }))
  await settle(5_000)
  expect(network.opened).toHaveLength(5)
})

test('R32 a section that loses a tenth of its frames is true after the next one that comes', async () => {
  const step = fc.record({ id: fc.constantFrom('1', '2', '3', '4'), isLost: fc.nat(9) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      const rig = await live()
      const truth = new Map([['1', ANA]])
      let [socket, number] = [rig.socketOf('A'), 1]
      const say = (frame: ReturnType<typeof changes>, isLost: boolean) => {
        number += 1
        if (!isLost) socket.tell(inSection(number, frame))
      }
      const reconnected = async () => {
        if (socket.closedWith === null) return
        // The longest wait here, and shorter than until an unanswered ping.
        await settle(16_000)
        ;[socket, number] = [rig.socketOf('A'), 1]
        socket.tell(inSection(1, people(...truth.values())))
      }
      for (const { id, isLost } of steps) {
        if (truth.delete(id)) say(changes({ gone: [id] }), isLost === 0)
        else {
          truth.set(id, aMonitoredPerson(id))
          say(changes({ people: [aMonitoredPerson(id)] }), isLost === 0)
        }
        await reconnected()
      }
      say(changes({}), false)
      await reconnected()
      const shown = rig.state().board?.rooms.get('A')?.people
      expect([...(shown?.keys() ?? [])].sort()).toEqual([...truth.keys()].sort())
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

test('without its sockets the board is asked for every 3 s, by its tag, until all are back', async () => {
  const { network, polls, state, named, socketOf, counts, say, cut } = await live()
  cut(counts(), socketOf('A'))
  polls.show({ A: [ANA, BIA] })
  await settle(TIMINGS.monitorPollMs)
  expect([polls.asked, polls.known]).toEqual([[['A']], [null]])
  expect(state()).toMatchObject({ status: 'live', board: { online: 2 } })
  expect(named('entered')).toEqual(['Bia'])
  await settle(TIMINGS.monitorPollMs)
  expect([state().status, polls.known]).toEqual(['polling', [null, 'a tag']])
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
    ...({ id: 'x', kind: 'unwell', state: 'open', ageMs: 0 } as const),
    ...{ personId: '1', name: 'Ana', table: '7', photo: null },
  }
  const withCalls = () => {
    const { rooms, ...board } = aBoard({ A: [ANA], B: [BIA] })
    return { ...board, rooms: rooms.map((room) => ({ ...room, help: [call], reports: 'new' })) }
  }
  polls.answer = async () => withCalls()
  await connection.refresh()
  expect(told).toEqual([])
  cut(socketOf('A'))
  await settle(TIMINGS.monitorPollMs)
  expect(told).toEqual(['A lost', 'A Ana new'])
  polls.fail()
  await settle(2 * TIMINGS.monitorPollMs)
  expect(told.slice(2)).toEqual(['A lost'])
  // Back: nothing has changed meanwhile, and still it is said.
  polls.answer = async () => (polls.known.at(-1) === null ? withCalls() : null)
  await settle(2 * TIMINGS.monitorPollMs)
  expect(told.slice(3)).toEqual(['A Ana new'])
})

test('T57 an older answer does not undo what the staff have answered meanwhile', async () => {
  const { connection, polls, state, socketOf, cut } = await live()
  cut(socketOf('A'))
  const answer = polls.hold()
  await settle(TIMINGS.monitorPollMs)
  connection.noteAnswered()
  answer(aBoard({ A: [ANA, BIA] }))
  await settle()
  expect(state().board?.online).toBe(1)
  await settle(TIMINGS.monitorPollMs)
  answer(aBoard({ A: [ANA, BIA] }))
  await settle()
  expect([polls.known, state().board?.online]).toEqual([[null, null], 2])
})

test('one section that is lost is asked for alone, one banner says it, and it is at most 3 s behind', async () => {
  const { polls, state, socketOf, showB, cut } = await live()
  await showB()
  cut(socketOf('B'))
  for (const [at, present] of [[BIA], [BIA, CAIO], []].entries()) {
    polls.show({ A: [], B: present })
    await settle(TIMINGS.monitorPollMs)
    const status = at === 0 ? 'live' : 'polling'
    expect(state()).toMatchObject({ status, board: { online: 1 + present.length } })
  }
  expect(polls.asked).toEqual([['B'], ['B'], ['B']])
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

test('T34 a role that has changed has the list of bars read anew, and the section opens again', async () => {
  const { connection, network, incidents, socketOf, state, say } = await live(
    aClient({ isAdmin: false }),
  )
  say('A', 2, changes({ people: [ANA] }))
  expect(state().board?.online).toBe(1)
  socketOf('A').drop(CLOSE.accessChanged)
  expect(state().board?.online).toBe(0)
  await settle(1_000)
  expect([network.opened.length, incidents.at(-1)]).toEqual([1, { type: 'barListChanged' }])
  connection.show(['A'])
  await settle()
  expect(network.opened).toHaveLength(2)
})

test('T34 a role that went while the board loaded has the list of bars read anew, once', async () => {
  const { connection, network, polls, incidents } = aClient({ isAdmin: false })
  network.isUp = false
  polls.show({})
  connection.show(['A'])
  connection.start()
  await settle(3 * TIMINGS.monitorPollMs)
  expect(polls.asked.length).toBeGreaterThan(2)
  expect(incidents).toEqual([{ type: 'barListChanged' }])
})

test('an older answer does not replace what a section has said meanwhile', async () => {
  const { connection, polls, state, say } = await live()
  const answer = polls.hold()
  const refreshed = connection.refresh()
  say('A', 2, changes({ people: [BIA] }))
  answer(aBoard({ A: [ANA] }))
  expect([await refreshed, state().board?.online]).toEqual([true, 2])
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

test('a stopped connection polls nothing', async () => {
  const { connection, network, polls } = await live()
  connection.stop()
  await settle(60_000)
  expect([network.opened.length, polls.known.length]).toEqual([2, 0])
})
