import { expect, test } from 'vitest'
import { STATES } from '#contract/states.ts'
import { asksForCode, nightAt } from './entry-code.ts'

const at = (text: string) => Date.parse(text)

test.each([
  ['SP', '2026-11-22T15:00:00Z'],
  [null, '2026-11-22T15:00:00Z'],
  ['AM', '2026-11-22T16:00:00Z'],
  ['AC', '2026-11-22T17:00:00Z'],
])('a night of %s ends at noon there, %s', (state, noon) => {
  const before = nightAt(state, at(noon) - 1)
  const after = nightAt(state, at(noon))
  expect(before.endsAt).toBe(at(noon))
  expect(after).toEqual({ night: before.night + 1, endsAt: at(noon) + 86_400_000 })
  // After midnight it is still the night of the evening before.
  expect(nightAt(state, at(noon) - 9 * 3_600_000).night).toBe(before.night)
})

test('every state has a time zone that the platform knows', () => {
  for (const state of STATES) expect(nightAt(state, 0).endsAt).toBeGreaterThan(0)
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
    const nights = [noon, noon + 86_400_000].map((time) => nightAt('SP', time).night)
    const night = Math.floor(noon / 86_400_000)
    expect([day, nights]).toEqual([day, [night, night + 1]])
  }
})
