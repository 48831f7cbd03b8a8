import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PublicPerson } from '#contract/person.ts'
import { ANA, aPerson } from '#test/cast/room-cast.ts'
import { PeopleOrder } from './people-order.ts'

const names = (people: readonly { name: string }[]) => people.map(({ name }) => name)
const toMap = (people: readonly PublicPerson[]) =>
  new Map(people.map((person) => [person.id, person]))
const arrange = (
  people: readonly PublicPerson[],
  unread = new Map<string, number>(),
  order = new PeopleOrder(),
) => order.sort(toMap(people), ANA.id, unread)

test('yourself, unread, online, offline, each by name as Brazil sorts', () => {
  const people = [
    aPerson(2, { name: 'zeca' }),
    aPerson(3, { name: 'Álvaro' }),
    aPerson(4, { name: 'Bia', online: false }),
    aPerson(5, { name: 'bruno' }),
    aPerson(6, { name: 'Zoé', online: false }),
    aPerson(7, { name: 'Caio', online: false }),
    ANA,
  ]
  const unread = new Map([
    [aPerson(6).id, 2],
    [aPerson(2).id, 1],
    [aPerson(5).id, 0],
  ])
  expect(names(arrange(people, unread))).toEqual([
    'Ana',
    'zeca',
    'Zoé',
    'Álvaro',
    'bruno',
    'Bia',
    'Caio',
  ])
})

test('people of one name keep their places', () => {
  const twins = [aPerson(3, { name: 'Lia' }), aPerson(2, { name: 'Lia' })]
  const ids = (people: readonly { id: string }[]) => people.map(({ id }) => id)
  expect(ids(arrange(twins))).toEqual(ids(arrange([...twins].reverse())))
})

const crowd = fc.uniqueArray(
  fc.record({
    number: fc.integer({ min: 2, max: 12 }),
    name: fc.constantFrom('Ana', 'Álvaro', 'bia', 'Bia', 'Caio', 'Zoé'),
    online: fc.boolean(),
  }),
  { selector: ({ number }) => number },
)
const toCrowd = (drawn: { number: number; name: string; online: boolean }[]) => [
  ANA,
  ...drawn.map(({ number, ...rest }) => aPerson(number, rest)),
]

test('an order that is kept is the one that would be made anew', () => {
  fc.assert(
    fc.property(fc.array(crowd, { minLength: 1 }), (evening) => {
      const order = new PeopleOrder()
      for (const moment of evening) {
        const people = toCrowd(moment)
        expect(arrange(people, new Map(), order)).toEqual(arrange(people))
      }
    }),
  )
})
