import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BOARD_SUBPROTOCOL } from '#contract/board.ts'
import { CodedError } from '#contract/errors.ts'
import { MONITOR_SUBPROTOCOL } from '#contract/monitor.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { aBoard, aFrame, aSnapshot, changes, people } from '#test/fakes/monitor.ts'
import { ANA, aClient, BIA, live, settle } from '#test/fakes/monitor-rig.ts'
import { noteServerTime } from '#web/api/server-clock.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

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

test('T57 a bar is closed when it is gone, or is shown no longer and nobody calls there', async () => {
  const closed = ({ incidents }: ReturnType<typeof aClient>) =>
    incidents.flatMap((one) => (one.type === 'closedSection' ? [one.barId] : []))
  const own = await live(aClient({ isAdmin: false }))
  await own.showB()
  own.socketOf('B').drop(CLOSE.accessChanged)
  expect(closed(own)).toEqual(['B'])
  own.connection.show(['A'])
  own.connection.show([])
  expect(closed(own)).toEqual(['B', 'B', 'A'])

  const admin = await live()
  await admin.showB()
  admin.counts().tell(aFrame(2, { calls: { B: 1 } }))
  admin.connection.show(['A'])
  expect(closed(admin)).toEqual([])
  admin.connection.show(['A', 'B'])
  admin.counts().tell(aFrame(3, { calls: { B: 0 } }))
  admin.connection.show(['A'])
  expect(closed(admin)).toEqual(['B'])
  // Without the numbers nobody knows.
  admin.cut(admin.counts())
  admin.connection.show([])
  expect(closed(admin)).toEqual(['B'])
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

test('a poll that nobody answered in its time ends "live" at once', async () => {
  const { polls, cut, socketOf, state, incidents } = await live()
  polls.fail(new DOMException('no answer', 'TimeoutError'))
  cut(socketOf('A'))
  await settle(TIMINGS.monitorPollMs)
  expect(state().status).toBe('offline')
  await settle(TIMINGS.monitorPollMs * 5)
  expect(incidents.filter(({ type }) => type === 'loadFailed')).toHaveLength(1)
})

test('an offline board knows for when it is true: when its sockets went, or its last answer', async () => {
  const cut = await live()
  await settle(60_000)
  const lostAt = Date.now()
  cut.polls.fail()
  cut.cut(cut.socketOf('A'))
  await settle(TIMINGS.monitorPollMs * 2)
  expect(cut.state()).toMatchObject({ status: 'offline', asOf: lostAt, board: { online: 1 } })

  const polled = await live()
  polled.polls.show({ A: [ANA] })
  polled.cut(polled.socketOf('A'))
  await settle(TIMINGS.monitorPollMs * 5)
  const answeredAt = Date.now()
  polled.polls.fail()
  await settle(TIMINGS.monitorPollMs * 2)
  expect(polled.state()).toMatchObject({ status: 'offline', asOf: answeredAt })
})

test('an offline board names that time by the server’s clock', async () => {
  const aheadMs = 600_000
  noteServerTime(Date.now() - aheadMs)
  const cut = await live()
  const lostAt = Date.now()
  cut.polls.fail()
  cut.cut(cut.socketOf('A'))
  await settle(TIMINGS.monitorPollMs * 2)
  expect(cut.state()).toMatchObject({ status: 'offline', asOf: lostAt - aheadMs })
  noteServerTime(Date.now())
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

test('T33 an ended session loses every section, and the connection starts again after a login', async () => {
  const { connection, network, incidents, state, counts, say, socketOf, showB } = await live()
  await showB()
  counts().drop(CLOSE.sessionEnded)
  const lost = incidents.flatMap((one) => (one.type === 'lostSection' ? [one.barId] : []))
  expect(lost).toEqual(['A', 'B'])
  const before = network.opened.length
  connection.start()
  expect(state().status).toBe('connecting')
  await settle()
  expect(network.opened.length).toBe(before + 3)
  counts().tell(aSnapshot({ A: [1, 1] }))
  say('A', 1, people(ANA))
  say('B', 1, people(BIA))
  expect(state()).toMatchObject({ status: 'live', board: { online: 2 } })
  socketOf('A').drop(CLOSE.sessionEnded)
  expect(state().status).toBe('ended')
})
