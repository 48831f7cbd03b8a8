import { expect, test } from 'vitest'
import type { AdminBar } from '#contract/admin-bar.ts'
import { anAdminBar } from '#test/fakes/bars.ts'
import { aMonitoredPerson } from '#test/fakes/monitor.ts'
import { NOTHING, withPeople } from './board.ts'
import { keepPlaces, orderPeople, putPeopleFirst, searchBars } from './order-bars.ts'

const aBar = (name: string, city: string) => anAdminBar({ id: name, name, city })
const BARS = [aBar('Bar 11', 'São Paulo'), aBar('Bar do Zé', 'Recife'), aBar('Bar 1', 'Olinda')]
const names = (bars: readonly AdminBar[]) => bars.map(({ name }) => name)

test.for([
  [' ze ', ['Bar do Zé']],
  ['SAO PAULO', ['Bar 11']],
  ['nada', []],
  ['  ', ['Bar 11', 'Bar do Zé', 'Bar 1']],
  // A bar of exactly that name comes first, the others as they were.
  ['bar 1', ['Bar 1', 'Bar 11']],
] as const)('a bar is found by name or city, without accents or case: “%s”', ([text, found]) => {
  expect(names(searchBars(BARS, text))).toEqual(found)
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
    { ...ana, online: false },
    { ...bia, table: '9' },
    caio,
  ])
})
