import { expect, test } from 'vitest'
import type { AdminBar } from '#contract/admin-bar.ts'
import { anAdminBar } from '#test/fakes/bars.ts'
import { aMonitoredPerson } from '#test/fakes/monitor.ts'
import { NOTHING, withPeople } from './board.ts'
import { keepPlaces, orderPeople, putPeopleFirst, searchBars } from './order-bars.ts'

const aBar = (name: string, city: string) => anAdminBar({ id: name, name, city })
const BARS = [aBar('Bar 11', 'São Paulo'), aBar('Bar do Zé', 'Recife'), aBar('Bar 1', 'Olinda')]
const names = (bars: readonly AdminBar[]) => bars.map(({ name }) => name)

test('a bar is found by name or city, without accents or case', () => {
  expect(names(searchBars(BARS, ' ze '))).toEqual(['Bar do Zé'])
  expect(names(searchBars(BARS, 'SAO PAULO'))).toEqual(['Bar 11'])
  expect(searchBars(BARS, '  ')).toBe(BARS)
  expect(searchBars(BARS, 'nada')).toEqual([])
})

test('a bar of exactly that name comes first, the others as they were', () => {
  expect(names(searchBars(BARS, 'bar 1'))).toEqual(['Bar 1', 'Bar 11'])
})

test('bars with somebody online come first, then those with anybody, then the empty ones', () => {
  const one = withPeople(NOTHING, 'Bar 1', [aMonitoredPerson('1')])
  const { rooms } = withPeople(one, 'Bar do Zé', [aMonitoredPerson('2', { online: false })])
  expect(names(putPeopleFirst(BARS, rooms))).toEqual(['Bar 1', 'Bar do Zé', 'Bar 11'])
})

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

test('while places are kept, who came stands last, who went is offline, and who changed is new', () => {
  const [ana, bia, caio] = ['1', '2', '3'].map((id) => aMonitoredPerson(id))
  if (!ana || !bia || !caio) throw new Error('nobody')
  const { rooms } = withPeople(NOTHING, 'A', [caio, { ...bia, table: '9' }])
  const room = rooms.get('A')
  expect(keepPlaces([ana, bia], orderPeople(room, false), room)).toEqual([
    ...[{ ...ana, online: false }, { ...bia, table: '9' }, caio],
  ])
})
