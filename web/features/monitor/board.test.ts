import { expect, test } from 'vitest'
import { aMonitoredPerson, changes } from '#test/fakes/monitor.ts'
import type { Board } from './board.ts'
import {
  NOTHING,
  withAllCounts,
  withChanges,
  withCounts,
  withNumbers,
  withPeople,
  withSections,
} from './board.ts'

const [ANA, BIA] = [aMonitoredPerson('1', { name: 'Ana' }), aMonitoredPerson('2')]
const nobody = () => false
const after = (board: Board, change: object) => {
  const frame = changes(change)
  if (frame.type !== 'changes') throw new Error('no changes')
  return withChanges(board, 'A', frame)
}
const namesIn = (board: Board, barId: string) =>
  [...(board.rooms.get(barId)?.people?.values() ?? [])].map(({ name }) => name)

test('people enter, go offline, come back, change and leave, and the counts are theirs', () => {
  let board = withPeople(NOTHING, 'A', [ANA])
  for (const [change, online, total, names] of [
    [{}, 1, 1, ['Ana']],
    [{ people: [BIA, { ...ANA, online: false }], entered: ['2'] }, 1, 2, ['Ana', 'Pessoa 2']],
    [{ people: [{ ...ANA, name: 'Aninha' }] }, 2, 2, ['Aninha', 'Pessoa 2']],
    [{ gone: ['1', '2', 'nobody'] }, 0, 0, []],
  ] as const) {
    board = after(board, change)
    expect(board.rooms.get('A')).toMatchObject({ online, total })
    expect([namesIn(board, 'A'), board.online]).toEqual([names, online])
  }
})

test('a bar in which nothing happened stays the same object', () => {
  const board = withPeople(withPeople(NOTHING, 'A', [ANA]), 'B', [BIA])
  expect(after(board, { people: [{ ...ANA, online: false }] }).rooms.get('B')).toBe(
    board.rooms.get('B'),
  )
  const counted = withAllCounts(board, { A: [1, 1], B: [0, 1] }, 'list', nobody)
  expect(counted.rooms.get('A')).toBe(board.rooms.get('A'))
  expect(counted.rooms.get('B')).toMatchObject({ online: 0, total: 1 })
})

test('counts are of bars without a section, and keep the people that were shown; a bar that all lack has nobody', () => {
  const board = withPeople(NOTHING, 'A', [ANA])
  const isKnown = (barId: string) => barId === 'A'
  expect(withCounts(board, { A: [5, 9], B: [2, 3] }, 'list', isKnown).online).toBe(3)
  const counted = withCounts(board, { A: [5, 9] }, 'list', nobody)
  expect([counted.rooms.get('A')?.online, namesIn(counted, 'A')]).toEqual([5, ['Ana']])
  const all = withAllCounts(counted, { B: [2, 3] }, 'list', nobody)
  expect([all.online, all.rooms.get('A')?.total]).toEqual([2, 0])
})

test('a folded bar has numbers instead of people, and the latest of its moves', () => {
  const [came, left] = [
    { name: 'Ana', hasLeft: false, at: 5 },
    { name: 'Bia', hasLeft: true, at: 9 },
  ]
  let board = withPeople(NOTHING, 'A', [ANA])
  for (const [numbers, last] of [
    [{ online: 1, total: 2, lastMove: came }, came],
    [{ online: 1, total: 2 }, came],
    [{ online: 0, total: 1, lastMove: left, isUnattended: true }, left],
    // A new socket.
    [{ online: 0, total: 1, lastMove: came, isUnattended: true }, left],
  ] as const) {
    board = withNumbers(board, 'A', numbers)
    expect(board.rooms.get('A')).toMatchObject({ ...numbers, people: null, lastMove: last })
    expect(board.online).toBe(numbers.online)
  }
  const unfolded = withPeople(board, 'A', [BIA]).rooms.get('A')
  expect(unfolded).toMatchObject({ online: 1, total: 1, lastMove: left })
})

test('a bar is unattended as its last frame says, and not without a section', () => {
  const isUnattended = (board: Board) => Boolean(board.rooms.get('A')?.isUnattended)
  let board = withPeople(NOTHING, 'A', [ANA], true)
  expect(isUnattended(board)).toBe(true)
  board = after(board, {})
  expect(isUnattended(board)).toBe(false)
  board = after(board, { isUnattended: true })
  expect(withSections(board, ['A', 'B'])).toBe(board)
  const folded = withSections(board, ['B'])
  expect([isUnattended(folded), namesIn(folded, 'A')]).toEqual([false, ['Ana']])
})
