import { expect, test } from 'vitest'
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
  const shown = (showsAll: boolean) => orderPeople(rooms.get('A'), showsAll).map((p) => p.name)
  expect(shown(false)).toEqual(['Álvaro', 'bia'])
  expect(shown(true)).toEqual(['Álvaro', 'bia', 'Caio', 'Íris'])
  expect(orderPeople(undefined, true)).toEqual([])
})
