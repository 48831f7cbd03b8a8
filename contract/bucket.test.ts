import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SEED, someTimes } from '#test/fakes/generated.ts'
import { runs } from '#test/worker/runs.ts'
import type { Bucket } from './bucket.ts'
import { forgetOld, refilled, take } from './bucket.ts'

const SIZE = { burst: 3, perSecond: 2 }
const NOW = 1_800_000_000_000

test('a bucket refills up to its burst, and keeps its tokens when the clock goes back', () => {
  expect(refilled({ tokens: 0, at: NOW }, SIZE, NOW + 500)).toEqual({ tokens: 1, at: NOW + 500 })
  expect(refilled({ tokens: 2, at: NOW }, SIZE, NOW + 9_000).tokens).toBe(3)
  expect(refilled({ tokens: 1, at: NOW }, SIZE, NOW - 9_000).tokens).toBe(1)
})

test.each([
  [null, 0, true, 2],
  [undefined, 0, true, 2],
  [{ tokens: 1, at: NOW }, 0, true, 0],
  [{ tokens: 0, at: NOW }, 499, false, 0],
  [{ tokens: 0, at: NOW }, 500, true, 0],
])('%j after %i ms grants a token: %s, and has %i left', (former, ms, isGranted, tokens) => {
  const now = NOW + ms
  expect(take(former, SIZE, now)).toEqual({ isGranted, left: { tokens, at: now } })
})

const options = { seed: SEED, numRuns: runs(200, 50_000) }

const aSize = fc.record({ burst: fc.integer({ min: 1, max: 20 }), perSecond: fc.nat(40) })

test('T14 a bucket grants at most its burst plus what time has refilled, even when the clock jumps', () => {
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

test('T14 a sliding window keeps exactly the times within it, and moves future ones to now', () => {
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
