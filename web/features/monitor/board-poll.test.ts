import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PONG } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { aBoard, aFrame, aSnapshot, changes, people } from '#test/fakes/monitor.ts'

import { ANA, aClient, BIA, CAIO, live, settle } from '#test/fakes/monitor-rig.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the page polls sections without a socket every 3 s, by the tag, and one banner says it', async () => {
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

test('T57 T58 polls bring the calls and reports of sections without a socket, and of no other', async () => {
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

test('T57 without the monitor polls bring rooms and calls, and the numbers of other bars stay', async () => {
  const { connection, polls, state, counts, socketOf, cut } = await live()
  counts().tell(aFrame(2, { counts: { B: [7, 9] } }))
  const { barList: _list, counts: _counts, ...partial } = aBoard({ A: [ANA, BIA] })
  polls.answer = async () => partial
  cut(counts(), socketOf('A'))
  await settle(TIMINGS.monitorPollMs)
  expect(state().board?.rooms.get('A')).toMatchObject({ online: 2 })
  expect(state().board?.rooms.get('B')).toMatchObject({ online: 7, total: 9 })

  connection.stop()
  const empty = aClient()
  empty.network.isUp = false
  empty.polls.answer = async () => partial
  empty.connection.show(['A'])
  empty.connection.start()
  await settle(2 * TIMINGS.monitorPollMs)
  // Numbers that nobody knows are no zeros.
  expect(empty.state().board).toBeNull()
  expect(empty.incidents).toContainEqual({ type: 'polledSection', room: partial.rooms[0] })
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
