import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SEED, someTimes } from '#test/fakes/generated.ts'
import { runs } from '#test/worker/runs.ts'
import type { Bucket } from './bucket.ts'
import { forgetOld, refilled, spent, take } from './bucket.ts'

const SIZE = { burst: 3, perSecond: 2 }
const NOW = 1_800_000_000_000

test('a bucket fills with time, up to its burst', () => {
  expect(refilled({ tokens: 0, at: NOW }, SIZE, NOW + 500)).toEqual({ tokens: 1, at: NOW + 500 })
  expect(refilled({ tokens: 2, at: NOW }, SIZE, NOW + 9_000).tokens).toBe(3)
})

test('a clock that goes back neither fills nor empties a bucket', () => {
  const at = NOW - 9_000
  expect(refilled({ tokens: 1, at: NOW }, SIZE, at)).toEqual({ tokens: 1, at })
})

test('a spent bucket has a token less, and never fewer than none', () => {
  expect(spent({ tokens: 2, at: NOW }, SIZE, NOW)).toEqual({ tokens: 1, at: NOW })
  expect(spent({ tokens: 0.5, at: NOW }, SIZE, NOW)).toEqual({ tokens: 0, at: NOW })
})

test.each([null, undefined])('without a bucket (%s) the burst is there', (former) => {
  expect(take(former, SIZE, NOW)).toEqual({ isGranted: true, left: { tokens: 2, at: NOW } })
})

test.each([
  [1, 0, true],
  [0, 499, false],
  [0, 500, true],
])('a whole token is granted, a part of one is not: %i, after %i ms', (tokens, ms, isGranted) => {
  expect(take({ tokens, at: NOW }, SIZE, NOW + ms)).toMatchObject({ isGranted })
})

test.each([
  ['a clock that went back counts as now', [NOW - 2_000, NOW, NOW + 5_000], [NOW, NOW]],
  ['none', [], []],
  ['what is as old as the window', [NOW - 1_000, NOW - 999, NOW], [NOW - 999, NOW]],
  ['nothing that is younger', [NOW - 999, NOW], [NOW - 999, NOW]],
  ['all that is old', [NOW - 3_000, NOW - 1_000], []],
])('of a sorted list of times %s is dropped', (_, times, left) => {
  forgetOld(times, 1_000, NOW)
  expect(times).toEqual(left)
})

const options = { seed: SEED, numRuns: runs(200, 50_000) }

const aSize = fc.record({ burst: fc.integer({ min: 1, max: 20 }), perSecond: fc.nat(40) })

test('T14 whatever the clock does, a bucket gives no more than its burst and what time has refilled', () => {
  fc.assert(
    fc.property(aSize, someTimes, (size, times) => {
      let bucket: Bucket | null = null
      let granted = 0
      let forwardMs = 0
      let last = times[0] ?? 0
      for (const now of times) {
        const { isGranted, left } = take(bucket, size, now)
        forwardMs += Math.max(0, now - last)
        last = now
        bucket = left
        granted += Number(isGranted)
        expect(left.tokens).toBeGreaterThanOrEqual(0)
        expect(left.tokens).toBeLessThanOrEqual(size.burst)
        expect(granted).toBeLessThanOrEqual(
          size.burst + (forwardMs / 1_000) * size.perSecond + 1e-6,
        )
      }
    }),
    options,
  )
})

test('T14 of sorted times exactly those within the window are kept, and none is in the future', () => {
  fc.assert(
    fc.property(
      someTimes,
      fc.integer({ min: 1, max: 9_000 }),
      fc.nat(80),
      (times, windowMs, at) => {
        const sorted = times.toSorted((one, other) => one - other)
        const now = sorted[at % (sorted.length + 1)] ?? 0
        const kept = [...sorted]
        forgetOld(kept, windowMs, now)
        const expected = sorted
          .map((time) => Math.min(time, now))
          .filter((time) => time > now - windowMs)
        expect(kept).toEqual(expected)
      },
    ),
    options,
  )
})
