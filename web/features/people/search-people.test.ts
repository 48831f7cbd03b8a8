import { expect, test } from 'vitest'
import { aPerson } from '#test/fakes/room.ts'
import { searchPeople } from './search-people.ts'

const names = (people: readonly { name: string }[]) => people.map(({ name }) => name)

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
