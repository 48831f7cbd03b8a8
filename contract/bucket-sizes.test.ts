import { expect, test } from 'vitest'
import { forgetOld, refilled, spent, take } from './bucket.ts'

const SIZE = { burst: 3, perSecond: 2 }
const NOW = 1_800_000_000_000

test('a bucket fills with time, up to its burst', () => {
  expect(refilled({ tokens: 0, at: NOW }, SIZE, NOW + 500)).toEqual({ tokens: 1, at: NOW + 500 })
  expect(refilled({ tokens: 2, at: NOW }, SIZE, NOW + 9_000).tokens).toBe(3)
})

test('a clock that goes back neither fills nor empties a bucket', () => {
  expect(refilled({ tokens: 1, at: NOW }, SIZE, NOW - 9_000)).toEqual({
    tokens: 1,
    at: NOW - 9_000,
  })
})

test('a spent bucket has a token less, and never fewer than none', () => {
  expect(spent({ tokens: 2, at: NOW }, SIZE, NOW)).toEqual({ tokens: 1, at: NOW })
  expect(spent({ tokens: 0.5, at: NOW }, SIZE, NOW)).toEqual({ tokens: 0, at: NOW })
})

test.each([null, undefined])('without a bucket (%s) the burst is there', (former) => {
  expect(take(former, SIZE, NOW)).toEqual({ isGranted: true, left: { tokens: 2, at: NOW } })
})

test('a whole token is granted, a part of one is not', () => {
  expect(take({ tokens: 1, at: NOW }, SIZE, NOW).isGranted).toBe(true)
  expect(take({ tokens: 0, at: NOW }, SIZE, NOW + 499).isGranted).toBe(false)
  expect(take({ tokens: 0, at: NOW }, SIZE, NOW + 500).isGranted).toBe(true)
})

test.each([
  ['none', [], []],
  ['what is as old as the window', [NOW - 1_000, NOW - 999, NOW], [NOW - 999, NOW]],
  ['nothing that is younger', [NOW - 999, NOW], [NOW - 999, NOW]],
  ['all that is old', [NOW - 3_000, NOW - 1_000], []],
])('of a sorted list of times %s is dropped', (_, times, left) => {
  forgetOld(times, 1_000, NOW)
  expect(times).toEqual(left)
})

test('times of a clock that went back count as now', () => {
  const times = [NOW - 2_000, NOW, NOW + 5_000]
  forgetOld(times, 1_000, NOW)
  expect(times).toEqual([NOW, NOW])
})
