import { expect, test } from 'vitest'
import { aMonitoredPerson } from '#test/fakes/monitor.ts'
import { NOTHING, withPeople } from '#web/features/monitor/board.ts'
import type { LastMoves } from './last-moves.ts'
import { lastMoveOf, withMoves } from './last-moves.ts'

const ana = aMonitoredPerson('1', { name: 'Ana', enteredAt: 5 })
const bia = aMonitoredPerson('2', { name: 'Bia', enteredAt: 9 })
const room = withPeople(NOTHING, 'A', [bia, ana]).rooms.get('A')
const none: LastMoves = new Map()

test('the line of a bar names the newest person until somebody comes or goes', () => {
  expect(lastMoveOf('A', none, room)).toEqual({ name: 'Bia', hasLeft: false, at: 9 })
  expect(lastMoveOf('A', none, undefined)).toBeUndefined()
  const left = withMoves(none, { entered: [], left: [{ barId: 'A', name: 'Caio' }] }, 20)
  expect(lastMoveOf('A', left, room)).toEqual({ name: 'Caio', hasLeft: true, at: 20 })
  expect(lastMoveOf('B', left, undefined)).toBeUndefined()
})

test('the line of a folded bar names the last move that the bar has told', () => {
  const folded = {
    ...room,
    people: null,
    online: 1,
    total: 1,
    lastMove: { name: 'Davi', hasLeft: true, at: 20 },
  }
  expect(lastMoveOf('A', none, folded)?.name).toBe('Davi')
  const moves = (at: number) => new Map([['A', { name: 'Caio', hasLeft: false, at }]])
  expect(lastMoveOf('A', moves(10), folded)?.name).toBe('Davi')
  expect(lastMoveOf('A', moves(30), folded)?.name).toBe('Caio')
})

test('an arrival in the same frame is later than a departure', () => {
  const both = { entered: [{ barId: 'A', name: 'Davi' }], left: [{ barId: 'A', name: 'Caio' }] }
  expect(lastMoveOf('A', withMoves(none, both, 20), room)?.name).toBe('Davi')
  expect(withMoves(none, { entered: [], left: [] }, 30)).toBe(none)
})
