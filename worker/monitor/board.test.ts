import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MonitorChanges, MonitoredPerson } from '#contract/monitor.ts'
import { addHashes, fromPersonKey, hashPerson, toPersonKey } from '#contract/monitor.ts'
import { Board } from './board.ts'

const person = (id: string, change: Partial<MonitoredPerson> = {}): MonitoredPerson => ({
  id,
  name: `Nome ${id}`,
  phone: null,
  table: '1',
  photo: null,
  interest: 'all',
  online: true,
  lastSeen: 1,
  enteredAt: 1,
  revision: 1,
  ...change,
})

test('a change is sent once, as the difference to the last frame', () => {
  const board = new Board()
  board.apply({ barId: 'A', people: [person('1'), person('2')], left: [] })
  expect(board.takeChanges(1).entered.map((entry) => entry.person.id)).toEqual(['1', '2'])
  board.apply({ barId: 'A', people: [person('1', { online: false })], left: [] })
  board.apply({ barId: 'A', people: [person('2', { revision: 2 })], left: [] })
  expect(board.takeChanges(2)).toMatchObject({ number: 2, offline: ['A:1'], entered: [] })
  expect(board.hasChanges).toBe(false)
})

test('a person who came and left between two frames is not sent', () => {
  const board = new Board()
  board.apply({ barId: 'A', people: [person('1')], left: [] })
  board.apply({ barId: 'A', people: [], left: ['1'] })
  expect(board.takeChanges(1)).toMatchObject({ entered: [], left: [] })
})

test('a repeated state makes no frame', () => {
  const board = new Board()
  board.apply({ barId: 'A', people: [person('1')], left: [] })
  board.takeChanges(1)
  board.apply({ barId: 'A', people: [person('1', { lastSeen: 9 })], left: ['2'] })
  expect(board.hasChanges).toBe(false)
})

test('a person who is unlisted and listed again is no arrival or departure', () => {
  const board = new Board()
  board.apply({ barId: 'A', people: [person('1'), person('2')], left: [] })
  board.takeChanges(1)
  board.apply({ barId: 'A', people: [], left: ['1'], isReadAnew: true })
  const aside = board.takeChanges(2)
  expect([aside.left, aside.rooms[0]?.people.map(({ id }) => id)]).toEqual([[], ['2']])
  board.apply({ barId: 'A', people: [person('1')], left: [], isReadAnew: true })
  const back = board.takeChanges(3)
  expect([back.entered, back.rooms[0]?.people.length]).toEqual([[], 2])
})

test('a room that is read again is sent as a snapshot, without arrivals or departures', () => {
  const board = new Board()
  board.replace('A', [person('1'), person('2')])
  board.takeChanges(1)
  board.replace('A', [person('2'), person('3')])
  const frame = board.takeChanges(2)
  expect(frame).toMatchObject({ entered: [], left: [] })
  expect(frame.rooms).toEqual([{ barId: 'A', people: [person('2'), person('3')] }])
})

test('R32 a client that applies every frame has the board, and its digest matches', () => {
  const id = fc.constantFrom('1', '2', '3', '4')
  const barId = fc.constantFrom('A', 'B')
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('put' as const),
      barId,
      person: fc
        .tuple(id, fc.boolean(), fc.integer({ min: 1, max: 3 }))
        .map(([key, online, revision]) => person(key, { online, revision })),
    }),
    fc.record({ kind: fc.constant('left' as const), barId, id }),
    fc.record({ kind: fc.constant('anew' as const), barId, ids: fc.uniqueArray(id) }),
    fc.record({ kind: fc.constant('frame' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const board = new Board()
      const followed = new Map<string, MonitoredPerson>()
      for (const one of steps) {
        if (one.kind === 'put') board.apply({ barId: one.barId, people: [one.person], left: [] })
        if (one.kind === 'left') board.apply({ barId: one.barId, people: [], left: [one.id] })
        if (one.kind === 'anew')
          board.replace(
            one.barId,
            one.ids.map((key) => person(key)),
          )
        if (one.kind === 'frame') follow(followed, board.takeChanges(1))
      }
      follow(followed, board.takeChanges(1))
      const truth = board
        .snapshot()
        .rooms.flatMap(({ barId: bar, people }) =>
          people.map((one) => [toPersonKey(bar, one.id), one] as const),
        )
      expect(new Map([...followed].sort())).toEqual(new Map([...truth].sort()))
      const hash = [...followed].reduce(
        (sum, [key, one]) => addHashes(sum, hashPerson(key, one)),
        0,
      )
      expect(board.digest()).toMatchObject({ people: followed.size, hash })
    }),
  )
})

/** A minimal client. */
function follow(followed: Map<string, MonitoredPerson>, frame: MonitorChanges): void {
  for (const { barId, people } of frame.rooms) {
    for (const key of followed.keys()) if (fromPersonKey(key).barId === barId) followed.delete(key)
    for (const one of people) followed.set(toPersonKey(barId, one.id), one)
  }
  for (const { barId, person: one } of [...frame.entered, ...frame.changed]) {
    followed.set(toPersonKey(barId, one.id), one)
  }
  for (const [keys, online] of [
    [frame.online, true],
    [frame.offline, false],
  ] as const) {
    for (const key of keys) {
      const one = followed.get(key)
      if (one) followed.set(key, { ...one, online })
    }
  }
  for (const { key } of frame.left) followed.delete(key)
}
