import { expect, test } from 'vitest'
import type { PeopleOrder } from '#contract/texts/monitor.ts'
import { aMonitoredPerson } from '#test/fakes/monitor.ts'
import { NOTHING, withPeople } from '#web/features/monitor/board.ts'
import { orderPeople } from './order-people.ts'

test('people online are ordered by name, and offline people follow them if they are shown', () => {
  const { rooms } = withPeople(NOTHING, 'A', [
    aMonitoredPerson('1', { name: 'Íris', online: false }),
    aMonitoredPerson('2', { name: 'bia' }),
    aMonitoredPerson('3', { name: 'Álvaro' }),
    aMonitoredPerson('4', { name: 'Caio', online: false }),
  ])
  const shown = (showsAll: boolean) =>
    orderPeople(rooms.get('A'), showsAll, 'name').map((p) => p.name)
  expect(shown(false)).toEqual(['Álvaro', 'bia'])
  expect(shown(true)).toEqual(['Álvaro', 'bia', 'Caio', 'Íris'])
  expect(orderPeople(undefined, true, 'name')).toEqual([])
})

test('people are ordered by table, as numbers, or by arrival, the newest first', () => {
  const { rooms } = withPeople(NOTHING, 'A', [
    aMonitoredPerson('1', { name: 'Bia', table: '10', enteredAt: 1 }),
    aMonitoredPerson('2', { name: 'Ana', table: '2', enteredAt: 3 }),
    aMonitoredPerson('3', { name: 'Caio', table: '2', enteredAt: 2 }),
    aMonitoredPerson('4', { name: 'Davi', table: '1', enteredAt: 4, online: false }),
  ])
  const shown = (order: PeopleOrder) => orderPeople(rooms.get('A'), true, order).map((p) => p.name)
  expect(shown('table')).toEqual(['Ana', 'Caio', 'Bia', 'Davi'])
  expect(shown('arrival')).toEqual(['Ana', 'Caio', 'Bia', 'Davi'])
  expect(shown('name')).toEqual(['Ana', 'Bia', 'Caio', 'Davi'])
})
