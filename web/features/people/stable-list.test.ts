import { expect, test } from 'vitest'
import type { PublicPerson } from '#contract/person.ts'
import { ANA, aPerson } from '#test/fakes/room.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import { INITIAL_ROOM_STATE } from '#web/socket/room-state.ts'
import { findWaiting } from './find-waiting.ts'
import { PeopleOrder } from './people-order.ts'
import { extendList, isEmpty, isStale, renewList } from './stable-list.ts'

const NOW = 1_800_000_000_000
const [BIA, CAIO, DAVI] = [
  aPerson(2, { name: 'Bia' }),
  aPerson(3, { name: 'Caio' }),
  aPerson(4, { name: 'Davi', online: false }),
]

const toMap = (people: readonly PublicPerson[]) =>
  new Map([ANA, ...people].map((person) => [person.id, person]))
function aRoom(people: readonly PublicPerson[], changes: Partial<RoomState> = {}): RoomState {
  return { ...INITIAL_ROOM_STATE, you: ANA, people: toMap(people), ...changes }
}
const renew = (room: RoomState) => renewList(new PeopleOrder(), room, NOW)
const line = (isOwn: boolean, at: number) => ({ text: 'oi', isOwn, at })

test('the people of a new page stand at the end, and nobody else moves', () => {
  const before = aRoom([CAIO], { listed: [CAIO.id] })
  const after = aRoom([BIA, { ...CAIO, online: false }, DAVI], {
    listed: [CAIO.id, BIA.id, DAVI.id, CAIO.id, ANA.id],
  })
  const { sections } = extendList(renew(before), after)
  expect(sections).toMatchObject({ online: [CAIO, BIA], offline: [DAVI] })
})

test('the order is stale once anything that decides it has changed', () => {
  const room = aRoom([BIA])
  const list = renew(room)
  const changes = [{ online: 7, number: 3 }, { people: toMap([]) }, { lastLines: new Map() }]
  const stale = changes.map((change) => isStale(list, { ...room, ...change }))
  expect(stale).toEqual([false, true, true])
  expect([isEmpty(list), isEmpty(renew(aRoom([])))]).toEqual([false, true])
})

test('online people who entered since wait, and people with unread messages since, the newest first; all others do not', () => {
  const [read, known] = [aPerson(5), aPerson(6)]
  const people = [BIA, CAIO, DAVI, read, known]
  const entered = [BIA, CAIO, DAVI, aPerson(9)].map(({ id }) => [id, NOW] as const)
  const before = aRoom([BIA, known], {
    arrivedAt: new Map([[BIA.id, NOW]]),
    lastLines: new Map([[known.id, line(false, 1)]]),
  })
  const lastLines = new Map([
    [BIA.id, line(false, 2)],
    [CAIO.id, line(false, 3)],
    [DAVI.id, line(true, 4)],
    [read.id, line(false, 5)],
    [known.id, line(false, 1)],
  ])
  const unread = new Map(people.map(({ id }) => [id, id === read.id ? 0 : 1]))
  const list = renew(before)
  const arrivedAt = new Map(entered)
  expect(findWaiting(list, aRoom(people, { arrivedAt }))).toEqual({ writers: [], arrivals: 1 })
  expect(findWaiting(list, aRoom(people, { lastLines, unread })).writers).toEqual([CAIO, BIA])
})
