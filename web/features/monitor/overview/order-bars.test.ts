import { expect, test } from 'vitest'
import type { AdminBar } from '#contract/admin-bar.ts'
import { anAdminBar } from '#test/fakes/bars.ts'
import { aMonitoredPerson } from '#test/fakes/monitor.ts'
import { NOTHING, withPeople } from '#web/features/monitor/board.ts'
import { putPeopleFirst, searchBars } from './order-bars.ts'

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
