import { expect, test } from 'vitest'
import { ANA, aPerson } from '#test/cast/room-cast.ts'
import { orderPeople, searchPeople } from './order-people.ts'

const names = (people: readonly { name: string }[]) => people.map(({ name }) => name)

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
  expect(names(orderPeople(people, ANA.id, unread))).toEqual([
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
  expect(ids(orderPeople(twins, ANA.id, new Map()))).toEqual(
    ids(orderPeople([...twins].reverse(), ANA.id, new Map())),
  )
})

test('search forgives accents and case, and finds a whole table', () => {
  const people = [
    aPerson(2, { name: 'João Ávila', table: '1' }),
    aPerson(3, { name: 'Bia', table: '12' }),
  ]
  expect(names(searchPeople(people, 'joao'))).toEqual(['João Ávila'])
  expect(names(searchPeople(people, ' AVI '))).toEqual(['João Ávila'])
  expect(names(searchPeople(people, '12'))).toEqual(['Bia'])
  expect(names(searchPeople(people, '1'))).toEqual(['João Ávila'])
  expect(searchPeople(people, '  ')).toBe(people)
})
