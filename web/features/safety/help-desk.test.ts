import { expect, test } from 'vitest'
import type { BoardMessage } from '#contract/board.ts'
import type { BoardHelp } from '#contract/help.ts'
import { openDesk, orderCalls } from './help-desk.ts'

const aCall = (personId: string, changes: Partial<BoardHelp> = {}): BoardHelp => ({
  id: `of ${personId}`,
  kind: 'unwell',
  state: 'open',
  rank: 'known',
  isFolded: false,
  helper: null,
  isSeen: false,
  ageMs: 0,
  personId,
  name: personId,
  table: '7',
  photo: null,
  ...changes,
})

function aDesk() {
  const desk = openDesk()
  let number = 0
  const hear = (barId: string, frame: object, at = 100) => {
    number += 1
    desk.dispatch({ type: 'frame', barId, at, frame: { number, ...frame } as BoardMessage })
  }
  const shown = () =>
    orderCalls(desk.read()).map(({ barId, personId, state }) => `${barId} ${personId} ${state}`)
  return { desk, hear, shown }
}

test('T57 ringing calls of all bars stand at the top, the oldest first', () => {
  const { hear, shown } = aDesk()
  hear('A', { type: 'people', people: [], help: [aCall('ana', { state: 'coming', ageMs: 90 })] })
  hear('B', { type: 'people', people: [], help: [] })
  hear('B', { type: 'help', help: aCall('bia', { ageMs: 10 }) })
  hear('A', { type: 'help', help: aCall('caio', { ageMs: 50 }) })
  hear('A', { type: 'help', help: aCall('davi', { state: 'withdrawn' }) })
  expect(shown()).toEqual(['A caio open', 'B bia open', 'A ana coming', 'A davi withdrawn'])
})

test('T57 a resolved call goes; that of who left the bar stays until it is closed', () => {
  const { desk, hear, shown } = aDesk()
  hear('A', { type: 'people', people: [], help: [aCall('ana'), aCall('bia'), aCall('caio')] })
  hear('A', { type: 'helpEnded', personId: 'ana', id: 'of ana', why: 'resolved' })
  hear('A', { type: 'helpEnded', personId: 'bia', id: 'of bia', why: 'visitEnded' })
  // From an earlier call of the same person.
  hear('A', { type: 'helpEnded', personId: 'caio', id: 'another', why: 'resolved' })
  expect(shown()).toEqual(['A caio open', 'A bia left'])
  hear('A', { type: 'people', people: [], help: [aCall('caio')] })
  desk.dispatch({ type: 'polled', barId: 'A', help: [aCall('caio')], at: 200 })
  expect(shown()).toEqual(['A caio open', 'A bia left'])
  const [, left] = orderCalls(desk.read())
  if (left) desk.dispatch({ type: 'closed', call: left })
  expect(shown()).toEqual(['A caio open'])
})

test('T57 a withdrawn call stays when its person leaves: another hand may have pressed both', () => {
  const { hear, shown } = aDesk()
  hear('A', { type: 'people', people: [], help: [aCall('ana')] })
  hear('A', { type: 'help', help: aCall('ana', { state: 'withdrawn' }) })
  hear('A', { type: 'helpEnded', personId: 'ana', id: 'of ana', why: 'visitEnded' })
  expect(shown()).toEqual(['A ana left'])
})

test('T68 calls of newcomers stand below, and fill no cards when they leave', () => {
  const { desk, hear, shown } = aDesk()
  const flood = ['x', 'y', 'z'].map((id) => aCall(id, { rank: 'new', ageMs: 90 }))
  hear('A', { type: 'people', people: [], help: [...flood, aCall('ana'), aCall('bia')] })
  hear('B', { type: 'people', people: [], help: [aCall('caio', { rank: 'new', ageMs: 200 })] })
  hear('A', { type: 'help', help: aCall('y', { rank: 'new', ageMs: 90, state: 'coming' }) })
  for (const personId of ['x', 'y', 'bia']) {
    hear('A', { type: 'helpEnded', personId, id: `of ${personId}`, why: 'visitEnded' })
  }
  hear('A', { type: 'helpSeen', ids: ['of ana', 'of nobody'] })
  expect(shown()).toEqual([
    'A ana open',
    'A bia left',
    'B caio open',
    'A z open',
    'A y left',
    'A x left',
  ])
  const { calls } = desk.read()
  expect([...calls.values()].flatMap((one) => (one.isFolded ? [one.personId] : []))).toEqual(['x'])
  expect([...calls.values()].flatMap((one) => (one.isSeen ? [one.personId] : []))).toEqual(['ana'])
})

test('T57 a poll and a new connection hold the truth of their bar alone, and ask for one answer', () => {
  const { desk, hear, shown } = aDesk()
  const poll = (at: number, ...help: BoardHelp[]) =>
    desk.dispatch({ type: 'polled', barId: 'A', help, at })
  hear('A', { type: 'people', people: [], help: [aCall('ana'), aCall('bia')] })
  hear('B', { type: 'people', people: [], help: [aCall('caio')] })
  desk.dispatch({ type: 'lost', barId: 'A' })
  expect(desk.read().live).toEqual(new Map([['B', 100]]))
  poll(200, aCall('ana', { ageMs: 150 }), aCall('bia'))
  poll(300, aCall('ana', { ageMs: 250 }))
  expect(shown()).toEqual(['A ana open', 'B caio open'])
  expect(desk.read().live.get('A')).toBe(200)
  hear('A', { type: 'people', people: [], help: [aCall('bia')] }, 400)
  expect(shown()).toEqual(['B caio open', 'A bia open'])
  expect(desk.read().live.get('A')).toBe(400)
})

test('T57 an answer about an earlier call changes nothing', () => {
  const { desk, hear, shown } = aDesk()
  hear('A', { type: 'people', people: [], help: [aCall('ana', { id: 'first' })] })
  const [call] = orderCalls(desk.read())
  if (!call) throw new Error('no call')
  hear('A', { type: 'helpEnded', personId: 'ana', id: 'first', why: 'resolved' })
  const late = aCall('ana', { id: 'first', state: 'coming' })
  desk.dispatch({ type: 'answered', call, help: late, at: 200 })
  expect(shown()).toEqual([])
  hear('A', { type: 'help', help: aCall('ana', { id: 'second' }) })
  desk.dispatch({ type: 'answered', call, help: null, at: 200 })
  expect(shown()).toEqual(['A ana open'])
})

test('T57 calls go with their bar, but for those of people who have left', () => {
  const { desk, hear, shown } = aDesk()
  hear('A', { type: 'people', people: [], help: [aCall('ana'), aCall('bia')] })
  hear('A', { type: 'helpEnded', personId: 'bia', id: 'of bia', why: 'visitEnded' })
  hear('B', { type: 'people', people: [], help: [aCall('caio')] })
  desk.dispatch({ type: 'gone', barId: 'A' })
  expect(shown()).toEqual(['B caio open', 'A bia left'])
  expect([...desk.read().live.keys()]).toEqual(['B'])
})
