import { expect, test } from 'vitest'
import { SECOND_MS } from '#contract/durations.ts'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import { WaitingLines } from './waiting-lines.ts'

const NOW = 1_800_000_000_000

/** Ana asked first, then Bia; each is told ten seconds. */
function anaAndBia() {
  const lines = new WaitingLines()
  for (const attempt of ['ana', 'bia']) lines.keep('bar', attempt, 10 * SECOND_MS, NOW)
  return lines
}

test('attempts wait in the order of their first requests, in each line for itself', () => {
  const lines = anaAndBia()
  expect(['ana', 'bia', 'caio'].map((attempt) => lines.ahead('bar', attempt, NOW))).toEqual([
    0, 1, 2,
  ])
  expect(lines.ahead('other bar', 'caio', NOW)).toBe(0)
})

test('an attempt that comes back in time precedes those that have only asked once', () => {
  const lines = anaAndBia()
  const later = NOW + 10 * SECOND_MS
  lines.keep('bar', 'caio', 10 * SECOND_MS, later)
  lines.keep('bar', 'bia', SECOND_MS, later)
  expect(lines.ahead('bar', 'bia', later)).toBe(0)
  expect(lines.ahead('bar', 'caio', later)).toBe(2)
  lines.keep('bar', 'ana', SECOND_MS, later)
  expect(lines.ahead('bar', 'bia', later)).toBe(1)
})

test('an attempt that comes back too early has not come back', () => {
  const lines = anaAndBia()
  lines.keep('bar', 'bia', SECOND_MS, NOW + SECOND_MS)
  expect(lines.ahead('bar', 'bia', NOW + SECOND_MS)).toBe(1)
})

test('a place is lost to the late and left by those who enter', () => {
  const lines = anaAndBia()
  lines.leave('bar', 'ana')
  expect(lines.ahead('bar', 'caio', NOW)).toBe(1)
  const lost = NOW + 12 * SECOND_MS + TIMINGS.lateTurnMs
  expect(lines.ahead('bar', 'caio', lost)).toBe(1)
  expect(lines.ahead('bar', 'caio', lost + 1)).toBe(0)
  expect(lines.holds('bar', 'bia')).toBe(false)
})

test('T51 a full line gives nobody a new place, and lets those in it keep theirs', () => {
  const lines = new WaitingLines()
  for (let index = 0; index <= LIMITS.waitingProfiles; index += 1) {
    lines.keep('bar', `${index}`, SECOND_MS, NOW)
  }
  expect(lines.holds('bar', '999')).toBe(true)
  expect(lines.holds('bar', `${LIMITS.waitingProfiles}`)).toBe(false)
  lines.keep('bar', '999', SECOND_MS, NOW + 30 * SECOND_MS)
  expect(lines.holds('bar', '999')).toBe(true)
})
