import { expect, test } from 'vitest'
import type { BarHour } from '#contract/bar-hours.ts'
import { toHour } from '#contract/bar-hours.ts'
import {
  averageWeek,
  fullest,
  lastDay,
  NIGHT_CLOCK,
  toLocal,
  tonight,
} from './nightly-statistics.ts'

const SAO_PAULO = 'America/Sao_Paulo'

/** Saturday the 21st of November 2026, 23:20 in São Paulo. */
const NOW = toHour(Date.UTC(2026, 10, 22, 2, 20))

/** An hour on the clock of the bar, so many days from the 21st. */
const at = (daysFrom21: number, clock: number): number =>
  toHour(Date.UTC(2026, 10, 21 + daysFrom21, clock + 3))

test.each([
  [NOW, { clock: 23, weekday: 5 }],
  [at(1, 3), { clock: 3, weekday: 5 }],
  [at(1, 11), { weekday: 5 }],
  [at(1, 12), { clock: 12, weekday: 6 }],
  [at(0, 11), { night: toLocal(at(0, 12), SAO_PAULO).night - 1 }],
])(
  'a night begins at noon, and the hours after midnight belong to the evening before',
  (hour, local) => {
    expect(toLocal(hour, SAO_PAULO)).toMatchObject(local)
  },
)

test('the last day ends with the current hour', () => {
  const hours = [
    { hour: NOW - 24, peak: 99, visits: 1 },
    { hour: NOW - 23, peak: 5, visits: 1 },
    { hour: NOW, peak: 7, visits: 2 },
  ]
  const day = lastDay({ now: NOW, hours })
  expect(day).toHaveLength(24)
  expect([day[0], day[1], day[23]]).toEqual([
    { hour: NOW - 23, peak: 5 },
    { hour: NOW - 22, peak: 0 },
    { hour: NOW, peak: 7 },
  ])
})

test('a simulated month gives back its week and its night', () => {
  // Each weekday has its own base, each week adds its number.
  const hours: BarHour[] = []
  for (let day = -35; day <= 1; day += 1) {
    for (let clock = 0; clock < 24; clock += 1) {
      const hour = at(day, clock)
      if (hour > NOW) continue
      const { weekday } = toLocal(hour, SAO_PAULO)
      const isOpen = clock >= 18 || clock < 3
      const week = Math.floor(
        (toLocal(at(0, 20), SAO_PAULO).night - toLocal(hour, SAO_PAULO).night - 1) / 7,
      )
      if (isOpen) hours.push({ hour, peak: (weekday + 1) * 10 + week, visits: weekday + 1 })
    }
  }
  const week = averageWeek({ now: NOW, hours }, SAO_PAULO)
  const open = NIGHT_CLOCK.map((clock) => clock >= 18 || clock < 3)
  for (const [weekday, row] of week.entries()) {
    // Weeks 0 to 3 are over; they add 0 to 3, on average 1.5.
    expect(row).toEqual(open.map((isOpen) => (isOpen ? (weekday + 1) * 10 + 1.5 : 0)))
  }
  expect(fullest(week)).toEqual({ weekday: 6, clock: 18, average: 71.5 })
  // Saturday from 18 h to the current hour: six hours of six visits each.
  expect(tonight({ now: NOW, hours }, SAO_PAULO)).toEqual({ peak: 59, visits: 36 })
})

test('the nights before a bar’s first hour are left out of its averages', () => {
  // Two Fridays and a Wednesday are over; Saturday is tonight.
  const hours = [at(-8, 20), at(-3, 20), at(-1, 20), NOW].map((hour) => ({
    hour,
    peak: 40,
    visits: 1,
  }))
  const averages = averageWeek({ now: NOW, hours }, SAO_PAULO).map((row) => Math.max(...row))
  expect(averages).toEqual([0, 0, 40, 0, 40, 0, 0])
  const opened = averageWeek({ now: NOW, hours: hours.slice(0, 1) }, SAO_PAULO)
  expect(fullest(opened)).toEqual({ weekday: 4, clock: 20, average: 20 })
})

test('a bar without visits has statistics of zero', () => {
  const nothing = { now: NOW, hours: [] }
  expect(tonight(nothing, SAO_PAULO)).toEqual({ peak: 0, visits: 0 })
  expect(fullest(averageWeek(nothing, SAO_PAULO))).toBeNull()
})

test('O8 a night is counted on the bar’s own clock', () => {
  // 12:30 in São Paulo, 10:30 in Rio Branco: the night before is not over there.
  const now = toHour(Date.UTC(2026, 10, 22, 15, 30))
  const hours = [{ hour: now - 10, peak: 30, visits: 41 }]
  expect(tonight({ now, hours }, SAO_PAULO).visits).toBe(0)
  expect(tonight({ now, hours }, 'America/Rio_Branco').visits).toBe(41)
  const early = toHour(Date.UTC(2026, 10, 22, 15))
  const weekdays = [SAO_PAULO, 'America/Rio_Branco', 'America/Noronha'].map(
    (timeZone) => toLocal(early, timeZone).weekday,
  )
  expect(weekdays).toEqual([6, 5, 6])
})
