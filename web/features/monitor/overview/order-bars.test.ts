import { expect, test } from 'vitest'
import type { AdminBar } from '#contract/admin-bar.ts'
import { anAdminBar } from '#test/fakes/bars.ts'
import { aMonitoredPerson } from '#test/fakes/monitor.ts'
import { NOTHING, withPeople } from '#web/features/monitor/board.ts'
import { countHidden, orderBars, searchBars } from './order-bars.ts'

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

const NO_ALERTS = new Map<string, never>()
const calls = new Map([['Bar 11', { calls: 1, reports: 0 }]])
const one = withPeople(NOTHING, 'Bar 1', [aMonitoredPerson('1')])
const { rooms } = withPeople(one, 'Bar do Zé', [aMonitoredPerson('2', { online: false })])

test.for([
  ['busy', ['Bar 1', 'Bar do Zé', 'Bar 11']],
  ['name', ['Bar 1', 'Bar 11', 'Bar do Zé']],
  ['city', ['Bar 1', 'Bar do Zé', 'Bar 11']],
] as const)('bars stand by what is asked for: %s', ([order, ordered]) => {
  expect(names(orderBars(BARS, order, { rooms, alerts: NO_ALERTS }))).toEqual(ordered)
})

test('the fullest bar comes first, and a bar with an open call before it', () => {
  const people = [aMonitoredPerson('3'), aMonitoredPerson('4')]
  const fuller = withPeople(one, 'Bar do Zé', people).rooms
  const order = (alerts: typeof calls) => names(orderBars(BARS, 'busy', { rooms: fuller, alerts }))
  expect(order(NO_ALERTS)).toEqual(['Bar do Zé', 'Bar 1', 'Bar 11'])
  expect(order(calls)).toEqual(['Bar 11', 'Bar do Zé', 'Bar 1'])
})

test('an empty bar with an open call hides none of the bars below it', () => {
  expect(countHidden(BARS, BARS, { rooms, alerts: NO_ALERTS })).toBe(1)
  const shown = orderBars(BARS, 'busy', { rooms, alerts: calls })
  expect(countHidden(shown, BARS, { rooms, alerts: calls })).toBe(0)
  expect(countHidden(shown, BARS, { rooms, alerts: NO_ALERTS })).toBe(1)
})
