import { expect, test } from 'vitest'
import { STATES } from '#contract/states.ts'
import { asksForCode, nightAt } from './entry-code.ts'

const at = (text: string) => Date.parse(text)

test.each([
  ['SP', null, '2026-11-22T15:00:00Z'],
  [null, null, '2026-11-22T15:00:00Z'],
  ['AM', null, '2026-11-22T16:00:00Z'],
  ['AM', 'America/Eirunepe', '2026-11-22T17:00:00Z'],
  ['AC', null, '2026-11-22T17:00:00Z'],
  ['PE', null, '2026-11-22T15:00:00Z'],
  ['PE', 'America/Noronha', '2026-11-22T14:00:00Z'],
  ['SP', 'America/Noronha', '2026-11-22T15:00:00Z'],
])('O8 a night of %s in the zone %s ends at noon there, %s', (state, timeZone, noon) => {
  const bar = { state, timeZone }
  const before = nightAt(bar, at(noon) - 1)
  const after = nightAt(bar, at(noon))
  expect(before.endsAt).toBe(at(noon))
  expect(after).toEqual({ night: before.night + 1, endsAt: at(noon) + 86_400_000 })
  // After midnight it is still the night of the evening before.
  expect(nightAt(bar, at(noon) - 9 * 3_600_000).night).toBe(before.night)
})

test('every state has a time zone that the platform knows', () => {
  for (const state of STATES) {
    expect(nightAt({ state, timeZone: null }, 0).endsAt).toBeGreaterThan(0)
  }
})

test.each([
  [true, null, true],
  [false, null, false],
  [false, 101, true],
  [false, 100, false],
])(
  'a bar asks while its switch is on, and until the end of an hour that was asked for: %s, %s, %s',
  (isOn, until, asks) => {
    expect(asksForCode({ isOn, until }, 100)).toBe(asks)
  },
)

test('nights are counted on over the end of a month, from the noon of 1 January 1970', () => {
  for (const day of ['2026-01-31', '2026-02-28', '2026-04-30', '2026-12-31']) {
    const noon = at(`${day}T15:00:00Z`)
    const nights = [noon, noon + 86_400_000].map(
      (time) => nightAt({ state: 'SP', timeZone: null }, time).night,
    )
    const night = Math.floor(noon / 86_400_000)
    expect([day, nights]).toEqual([day, [night, night + 1]])
  }
})
