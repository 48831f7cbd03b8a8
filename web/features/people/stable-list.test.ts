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

test('a new snapshot keeps the order, and its later pages stand at the end', () => {
  const list = renew(aRoom([BIA, CAIO], { listed: [BIA.id, CAIO.id], snapshots: 1 }))
  const first = { snapshots: 2, listed: [CAIO.id] }
  const anew = extendList(list, aRoom([CAIO], first))
  expect(anew.sections.online).toEqual([BIA, CAIO])
  const erin = aPerson(7, { name: 'Erin' })
  const listed = [...first.listed, BIA.id, erin.id]
  const { sections } = extendList(anew, aRoom([BIA, CAIO, erin], { snapshots: 2, listed }))
  expect(sections.online).toEqual([BIA, CAIO, erin])
})

test('the order is stale once anything that decides it has changed', () => {
  const room = aRoom([BIA])
  const list = renew(room)
  const changes = [{ online: 7, number: 3 }, { people: toMap([]) }, { lastLines: new Map() }]
  const stale = changes.map((change) => isStale(list, { ...room, ...change }))
  expect(stale).toEqual([false, true, true])
  expect([isEmpty(list), isEmpty(renew(aRoom([])))]).toEqual([false, true])
})

test('people who came online wait, and people with unread messages since, the newest first', () => {
  const [read, known] = [aPerson(5), aPerson(6)]
  const people = [BIA, CAIO, DAVI, read, known]
  const before = aRoom([BIA, known], {
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
  expect(findWaiting(list, aRoom(people))).toEqual({ writers: [], arrivals: 2 })
  const wasOffline = renew(aRoom([{ ...BIA, online: false }]))
  expect(findWaiting(wasOffline, aRoom([BIA])).arrivals).toBe(1)
  const end = { id: BIA.id, name: BIA.name, online: true }
  expect(findWaiting(renew(aRoom([BIA])), aRoom([BIA, CAIO], { end })).arrivals).toBe(0)
  expect(findWaiting(list, aRoom(people, { lastLines, unread })).writers).toEqual([CAIO, BIA])
})
