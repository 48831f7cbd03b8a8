import { expect, test } from 'vitest'
import { SECOND_MS } from '#contract/durations.ts'
import { KeyedBuckets } from './keyed-buckets.ts'

const NOW = 1_800_000_000_000

/** `slow` grants two at once, then one a second; `fast` grants one, then two a second. */
const someBuckets = () =>
  new KeyedBuckets({ slow: { burst: 2, perSecond: 1 }, fast: { burst: 1, perSecond: 2 } })

/** Ana has taken both tokens of `slow`. */
function drained() {
  const buckets = someBuckets()
  for (const _ of ['first', 'second']) buckets.take('slow', 'ana', NOW)
  return buckets
}

test('each key of each limit has its own bucket', () => {
  const buckets = drained()
  expect(buckets.take('slow', 'ana', NOW)).toBe(false)
  expect(buckets.take('slow', 'bia', NOW)).toBe(true)
  expect(buckets.take('fast', 'ana', NOW)).toBe(true)
  expect(buckets.take('fast', 'ana', NOW + 499)).toBe(false)
  expect(buckets.take('slow', 'ana', NOW + SECOND_MS)).toBe(true)
})

test('a request takes a token from each of its buckets, or from none', () => {
  const buckets = drained()
  const both = [['fast', 'bar'] as const, ['slow', 'ana'] as const]
  expect(buckets.haveAll(both, NOW)).toBe(false)
  expect(buckets.haveAll(both, NOW + SECOND_MS)).toBe(true)
  buckets.spendAll(both, NOW + SECOND_MS)
  expect(buckets.haveAll([['fast', 'bar']], NOW + SECOND_MS)).toBe(false)
  expect(buckets.haveAll([['slow', 'ana']], NOW + SECOND_MS)).toBe(false)
})

test('the time until a number of tokens is that in which the missing part is refilled', () => {
  const buckets = drained()
  expect(buckets.msUntil('slow', 'ana', 1, NOW)).toBe(SECOND_MS)
  expect(buckets.msUntil('slow', 'ana', 3, NOW + 400)).toBe(2_600)
  expect(buckets.msUntil('slow', 'ana', 1, NOW + 10 * SECOND_MS)).toBe(0)
  expect(buckets.msUntil('slow', 'bia', 2, NOW)).toBe(0)
  buckets.take('fast', 'ana', NOW)
  expect(buckets.msUntil('fast', 'ana', 1, NOW)).toBe(500)
})

test('T51 a purge of a thousand keys keeps the buckets that are not full', () => {
  const buckets = someBuckets()
  for (const _ of ['first', 'second', 'third']) buckets.take('slow', 'empty', NOW + 4 * SECOND_MS)
  for (let key = 0; key < 999; key += 1) buckets.take('slow', `made up ${key}`, NOW)
  const later = NOW + 5 * SECOND_MS
  buckets.take('slow', 'one more', later)
  expect(buckets.take('slow', 'empty', later)).toBe(true)
  expect(buckets.take('slow', 'empty', later)).toBe(false)
})
