import { expect, test, vi } from 'vitest'
import { toNumbersFile } from './download-numbers.tsx'

test('the numbers are saved on the bar’s own clock, with the night that each hour belongs to', () => {
  const at = (text: string) => Date.parse(text) / 3_600_000
  const hours = [
    { hour: at('2026-11-22T03:00:00Z'), peak: 12, visits: 4 },
    { hour: at('2026-11-22T17:00:00Z'), peak: 1, visits: 0 },
  ]
  expect(toNumbersFile({ now: 0, hours }, 'America/Rio_Branco').split('\r\n')).toEqual([
    '\uFEFF"Noite de";"Data";"Hora";"Pico de pessoas online";"Visitas"',
    '"2026-11-21";"2026-11-21";"22:00";12;4',
    '"2026-11-22";"2026-11-22";"12:00";1;0',
    '',
  ])
})

test('the file begins with a whole night', () => {
  const at = (text: string) => Date.parse(text) / 3_600_000
  // São Paulo is three hours behind UTC: a night begins at 15:00 there.
  const now = at('2026-11-22T02:00:00Z')
  const hours = [
    { hour: at('2026-10-24T02:00:00Z'), peak: 1, visits: 1 },
    { hour: at('2026-10-24T14:00:00Z'), peak: 2, visits: 1 },
    { hour: at('2026-10-24T15:00:00Z'), peak: 3, visits: 1 },
    { hour: now, peak: 4, visits: 1 },
  ]
  const [, ...rows] = toNumbersFile({ now, hours }, 'America/Sao_Paulo').split('\r\n')
  expect(rows).toEqual([
    '"2026-10-24";"2026-10-24";"12:00";3;1',
    '"2026-11-21";"2026-11-21";"23:00";4;1',
    '',
  ])
})

test('five weeks of hours share one date format, because constructing one takes a phone 20 ms', () => {
  const construct = vi.spyOn(Intl, 'DateTimeFormat')
  const hours = Array.from({ length: 35 * 24 }, (_, hour) => ({ hour, peak: 1, visits: 1 }))
  toNumbersFile({ now: 0, hours }, 'America/Sao_Paulo')
  expect(construct).toHaveBeenCalledTimes(1)
})
