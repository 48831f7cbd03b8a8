import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/durations.ts'
import { LIMITS } from '#contract/limits.ts'
import type { PublicPerson } from '#contract/person.ts'
import { ANA, aPerson } from '#test/fakes/room.ts'
import type { RoomState } from '#web/socket/room-state.ts'
import { INITIAL_ROOM_STATE } from '#web/socket/room-state.ts'
import { PeopleOrder } from './people-order.ts'
import { searchPeople } from './search-people.ts'

const NOW = 1_800_000_000_000

function aRoom(people: readonly PublicPerson[], changes: Partial<RoomState> = {}): RoomState {
  const known = new Map([ANA, ...people].map((person) => [person.id, person]))
  const online = [...known.values()].filter((person) => person.online).length
  const counts = { total: known.size, online }
  return { ...INITIAL_ROOM_STATE, you: ANA, people: known, ...counts, ...changes }
}

function arrange(room: RoomState, order = new PeopleOrder()) {
  const { offlineCount, ...sections } = order.arrange(room, NOW)
  const named = Object.entries(sections).map(([section, people]) => [
    section,
    people.map(({ name }) => name),
  ])
  return { ...Object.fromEntries(named), offlineCount }
}

/** The section of a person, by everything that decides it. */
const PLACES = [
  // has a conversation, entered minutes ago, is online: section
  [true, 1, true, 'conversations'],
  [true, 1, false, 'conversations'],
  [true, null, true, 'conversations'],
  [true, null, false, 'conversations'],
  [false, 1, true, 'online'],
  [false, 1, false, 'offline'],
  [false, null, true, 'online'],
  [false, null, false, 'offline'],
] as const

test.each(PLACES)(
  'with a conversation: %s, entered %s minutes ago, online: %s: %s',
  (hasConversation, minutes, online, where) => {
    const bia = aPerson(2, { name: 'Bia', online })
    const room = aRoom([bia], {
      unread: new Map(hasConversation ? [[bia.id, 0]] : []),
      arrivedAt: new Map(minutes === null ? [] : [[bia.id, NOW - minutes * MINUTE_MS]]),
    })
    const nowhere = { conversations: [], recent: [], online: [], offline: [] }
    const offlineCount = where === 'offline' ? 1 : 0
    expect(arrange(room)).toEqual({ ...nowhere, [where]: ['Bia'], offlineCount })
  },
)

test('conversations: unread first, then the newest message, those without a known message last', () => {
  const people = [2, 3, 4, 5].map((number) => aPerson(number, { name: `P${number}` }))
  const line = (at: number) => ({ text: 'oi', isOwn: false, at })
  const room = aRoom(people, {
    unread: new Map(people.map(({ id, name }) => [id, name === 'P3' ? 2 : 0])),
    lastLines: new Map(people.slice(1).map(({ id }, index) => [id, line(index + 1)])),
  })
  expect(arrange(room)).toMatchObject({ conversations: ['P3', 'P5', 'P4', 'P2'] })
})

/** The strip of newcomers and the people online, from when and whether somebody came, and who is there. */
function stripOf(online: number, minutes: readonly number[], changes: Partial<RoomState> = {}) {
  // Oneself is online too.
  const people = Array.from({ length: online - 1 }, (_, index) =>
    aPerson(index + 2, { name: `P${String(index).padStart(2, '0')}` }),
  )
  const arrivedAt = new Map(
    minutes.map((ago, index) => [people[index]?.id ?? '', NOW - ago * MINUTE_MS]),
  )
  return { ...new PeopleOrder().arrange(aRoom(people, { arrivedAt, ...changes }), NOW), people }
}

test('newcomers of the last ten minutes have a strip, the newest first, and stand in the list too', () => {
  const { recent, online, people } = stripOf(12, [9.9, 1, 10])
  expect(recent.map(({ name }) => name)).toEqual(['P01', 'P00'])
  expect(online).toEqual(people)
})

test.for([
  [7, 1, 0],
  [8, 3, 3],
  [8, 4, 0],
  [60, 25, LIMITS.newcomers],
] as const)('with %i online and %i newcomers the strip has %i', ([online, newcomers, shown]) => {
  expect(stripOf(online, Array(newcomers).fill(1)).recent).toHaveLength(shown)
})

test('a newcomer with a conversation is not in the strip', () => {
  const [first] = stripOf(12, [1]).people
  expect(stripOf(12, [1], { unread: new Map([[first?.id ?? '', 1]]) }).recent).toEqual([])
})

test('the others by name as Brazil sorts, namesakes in one order', () => {
  const names = ['zeca', 'Álvaro', 'bruno', 'Bia', 'Bia']
  const people = names.map((name, index) => aPerson(index + 2, { name }))
  const ids = (all: readonly PublicPerson[]) =>
    new PeopleOrder().arrange(aRoom(all), NOW).online.map(({ id }) => id)
  expect(arrange(aRoom(people))).toMatchObject({
    online: ['Álvaro', 'Bia', 'Bia', 'bruno', 'zeca'],
  })
  expect(ids(people)).toEqual(ids([...people].reverse()))
})

test('a person found beyond the loaded pages waits for their page; the offline count has everybody', () => {
  const [bia, zoe] = [aPerson(2, { name: 'Bia' }), aPerson(3, { name: 'Zoé' })]
  const caio = aPerson(4, { name: 'Caio', online: false })
  const room = aRoom([bia, zoe, caio], {
    unread: new Map([[caio.id, 0]]),
    end: bia,
    next: { id: bia.id, online: true },
    total: 100,
    online: 60,
  })
  expect(arrange(room)).toEqual({
    conversations: ['Caio'],
    recent: [],
    online: ['Bia'],
    offline: [],
    offlineCount: 39,
  })
})

const crowd = fc.uniqueArray(
  fc.record({
    number: fc.integer({ min: 2, max: 12 }),
    name: fc.constantFrom('Ana', 'Álvaro', 'bia', 'Bia', 'Caio', 'Zoé'),
    online: fc.boolean(),
  }),
  { selector: ({ number }) => number },
)
const toCrowd = (drawn: { number: number; name: string; online: boolean }[]) =>
  drawn.map(({ number, ...rest }) => aPerson(number, rest))

test('an order kept over an evening equals a new one', () => {
  fc.assert(
    fc.property(fc.array(crowd, { minLength: 1 }), (evening) => {
      const order = new PeopleOrder()
      for (const moment of evening) {
        const room = aRoom(toCrowd(moment))
        expect(arrange(room, order)).toEqual(arrange(room))
      }
    }),
  )
})

test.for([
  ['joao', ['João Ávila']],
  [' AVI ', ['João Ávila']],
  ['12', ['Bia']],
  ['1', ['João Ávila']],
  ['  ', ['João Ávila', 'Bia']],
] as const)('search forgives accents and case, and finds a whole table: “%s”', ([text, names]) => {
  const people = [
    aPerson(2, { name: 'João Ávila', table: '1' }),
    aPerson(3, { name: 'Bia', table: '12' }),
  ]
  expect(searchPeople(people, text).map(({ name }) => name)).toEqual(names)
})
