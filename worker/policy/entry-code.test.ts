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

test('a bar asks while its switch is on, and until the end of an hour that was asked for', () => {
  expect(asksForCode({ isOn: true, until: null }, 100)).toBe(true)
  expect(asksForCode({ isOn: false, until: null }, 100)).toBe(false)
  expect(asksForCode({ isOn: false, until: 101 }, 100)).toBe(true)
  expect(asksForCode({ isOn: false, until: 100 }, 100)).toBe(false)
})

test('nights are counted on over the end of a month, from the noon of 1 January 1970', () => {
  for (const day of ['2026-01-31', '2026-02-28', '2026-04-30', '2026-12-31']) {
    const noon = at(`${day}T15:00:00Z`)
    expect(nightAt('SP', noon).night).toBe(Math.floor(noon / 86_400_000))
    expect(nightAt('SP', noon + 86_400_000).night).toBe(nightAt('SP', noon).night + 1)
  }
})
