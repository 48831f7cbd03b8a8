import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MonitorChanges, MonitoredPerson } from '#contract/monitor.ts'
import { aBoard, aDigest, aFrame, aMonitoredPerson } from '#test/fakes/monitor.ts'
import type { Board } from './board.ts'
import { agrees, toBoard, withChanges } from './board.ts'

const after = (board: Board, frame: MonitorChanges): Board => {
  const next = withChanges(board, frame)
  if (!next) throw new Error('a lost frame')
  return next
}
const namesIn = (board: Board, barId: string) =>
  [...(board.rooms.get(barId)?.people.values() ?? [])].map(({ name }) => name)

test('people enter, go offline, come back, change and leave', () => {
  let board = toBoard(aBoard({ A: [aMonitoredPerson('1')] }))
  expect([board.people, board.online]).toEqual([1, 1])
  board = after(board, aFrame(2, { entered: [{ barId: 'B', person: aMonitoredPerson('1') }] }))
  expect([board.people, board.online, namesIn(board, 'B')]).toEqual([2, 2, ['Pessoa 1']])
  board = after(board, aFrame(3, { offline: ['A:1'], at: 9_000 }))
  expect(board.rooms.get('A')?.people.get('1')).toMatchObject({ online: false, lastSeen: 9_000 })
  expect([board.online, board.rooms.get('A')?.online]).toEqual([1, 0])
  const renamed = aMonitoredPerson('1', { name: 'Ana', revision: 2, online: false })
  board = after(board, aFrame(4, { online: ['A:1'], changed: [{ barId: 'B', person: renamed }] }))
  expect([namesIn(board, 'B'), board.online]).toEqual([['Ana'], 1])
  board = after(board, aFrame(5, { left: [{ key: 'A:1', name: 'Pessoa 1' }] }))
  expect([board.rooms.has('A'), board.people, board.online]).toEqual([false, 1, 0])
})

test('a bar in which nothing happened stays the same object', () => {
  const board = toBoard(aBoard({ A: [aMonitoredPerson('1')], B: [aMonitoredPerson('2')] }))
  const next = after(board, aFrame(2, { offline: ['A:1'] }))
  expect(next.rooms.get('B')).toBe(board.rooms.get('B'))
  expect(board.rooms.get('A')?.online).toBe(1)
})

test('a frame that is missing, or of another epoch, is noticed', () => {
  const board = toBoard(aBoard({ A: [aMonitoredPerson('1')] }))
  expect(withChanges(board, aFrame(3))).toBeNull()
  expect(withChanges(board, aFrame(2, { epoch: 'e2' }))).toBeNull()
})

test('a frame that a newer board already holds changes nothing', () => {
  const board = toBoard(aBoard({ A: [aMonitoredPerson('1')] }, { number: 4 }))
  expect(withChanges(board, aFrame(4, { left: [{ key: 'A:1', name: 'Pessoa 1' }] }))).toBe(board)
})

test('presence of an unknown person changes nothing', () => {
  const board = toBoard(aBoard({}))
  const next = after(board, aFrame(2, { online: ['A:1', 'nonsense', ''], offline: ['A:2'] }))
  expect([next.people, next.rooms.size]).toEqual([0, 0])
})

const BARS = ['A', 'B']
const key = fc.record({ barId: fc.constantFrom(...BARS), id: fc.constantFrom('1', '2', '3') })
const someone = fc
  .tuple(key, fc.boolean(), fc.integer({ min: 1, max: 3 }))
  .map(([{ barId, id }, online, revision]) => ({
    barId,
    person: aMonitoredPerson(id, { online, revision }),
  }))
const change = fc.record({
  rooms: fc.uniqueArray(fc.constantFrom(...BARS)).map((barIds) =>
    barIds.map((barId) => ({
      barId,
      people: [aMonitoredPerson('1'), aMonitoredPerson('3', { online: false })],
    })),
  ),
  entered: fc.array(someone, { maxLength: 2 }),
  changed: fc.array(someone, { maxLength: 2 }),
  online: fc.array(
    key.map(({ barId, id }) => `${barId}:${id}`),
    { maxLength: 2 },
  ),
  offline: fc.array(
    key.map(({ barId, id }) => `${barId}:${id}`),
    { maxLength: 2 },
  ),
  left: fc.array(
    key.map(({ barId, id }) => ({ key: `${barId}:${id}`, name: id })),
    { maxLength: 2 },
  ),
})

/** What the board holds, as a snapshot would say it. */
function asSnapshot({ rooms, epoch, number }: Board) {
  const bars: Record<string, MonitoredPerson[]> = {}
  for (const [barId, { people }] of rooms) bars[barId] = [...people.values()]
  return aBoard(bars, { epoch, number })
}

test('counts and hash kept by changes are those of the same board read as a whole', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      let board = toBoard(
        aBoard({ A: [aMonitoredPerson('1')], B: [aMonitoredPerson('2', { online: false })] }),
      )
      for (const [index, one] of changes.entries()) board = after(board, aFrame(index + 2, one))
      const whole = toBoard(asSnapshot(board))
      expect(board).toEqual(whole)
      expect(agrees(board, aDigest(asSnapshot(board)))).toBe(true)
    }),
  )
})

test('R32 a lost frame is noticed at the next frame or at the digest', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(change, fc.boolean()), { minLength: 1, maxLength: 20 }),
      (frames) => {
        let truth = toBoard(aBoard({ A: [aMonitoredPerson('1')] }))
        let seen: Board | null = truth
        for (const [index, [one, isLost]] of frames.entries()) {
          const frame = aFrame(index + 2, one)
          truth = after(truth, frame)
          if (seen && !isLost) seen = withChanges(seen, frame)
        }
        const isNoticed = seen === null || !agrees(seen, aDigest(asSnapshot(truth)))
        expect(isNoticed).toBe(frames.some(([, isLost]) => isLost))
      },
    ),
  )
})
