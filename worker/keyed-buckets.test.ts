import { expect, test } from 'vitest'
import { SECOND_MS } from '#contract/durations.ts'
import { KeyedBuckets } from './keyed-buckets.ts'

const NOW = 1_800_000_000_000
const LONGEST_MS = 60_000

/** `slow` grants two at once, then one a second; `fast` grants one, then two a second. */
const someBuckets = () =>
  new KeyedBuckets({ slow: { burst: 2, perSecond: 1 }, fast: { burst: 1, perSecond: 2 } })
const turnOf = (buckets: ReturnType<typeof someBuckets>, key: string, now = NOW) =>
  buckets.takeTurn('slow', key, LONGEST_MS, now)

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

test('each retry waits one step longer, up to the maximum', () => {
  const buckets = drained()
  const turns = Array.from({ length: 4 }, () => turnOf(buckets, 'ana'))
  expect(turns).toEqual([1, 2, 3, 4].map((steps) => steps * SECOND_MS))
  expect(buckets.takeTurn('slow', 'ana', 2_500, NOW)).toBe(2_500)
  expect(turnOf(buckets, 'bia')).toBe(0)
})

test('a wait is shorter by the refilled part of a token, and past turns add no wait', () => {
  const buckets = drained()
  expect(turnOf(buckets, 'ana', NOW + 400)).toBe(600)
  expect(turnOf(buckets, 'ana', NOW + 10 * SECOND_MS)).toBe(0)
  buckets.take('fast', 'ana', NOW)
  expect(buckets.takeTurn('fast', 'ana', LONGEST_MS, NOW)).toBe(500)
})

test('T51 a purge of a thousand keys drops exactly those with full buckets, and their turns', () => {
  const buckets = someBuckets()
  for (const _ of ['first', 'second', 'third']) buckets.take('slow', 'empty', NOW + 4 * SECOND_MS)
  for (let key = 0; key < 999; key += 1) {
    buckets.take('slow', `made up ${key}`, NOW)
    for (const _ of ['first', 'second']) turnOf(buckets, `made up ${key}`)
  }
  const later = NOW + 5 * SECOND_MS
  // Nothing is purged yet, so this key's earlier turns count.
  expect(turnOf(buckets, 'made up 0')).toBe(2 * SECOND_MS)
  buckets.take('slow', 'one more', later)
  expect(turnOf(buckets, 'made up 1')).toBe(0)
  expect(buckets.take('slow', 'empty', later)).toBe(true)
  expect(buckets.take('slow', 'empty', later)).toBe(false)
})

test.each([
  ['a few keys are never purged', 1],
  ['a thousand keys that stay are purged again only at twice as many', 1_000],
])('%s, and their turns stay', (_, others) => {
  const buckets = someBuckets()
  buckets.take('slow', 'ana', NOW)
  // The last turn is eleven seconds ahead.
  for (let turn = 0; turn < 12; turn += 1) turnOf(buckets, 'ana')
  for (let key = 1; key < others; key += 1) buckets.take('slow', `${key}`, NOW)
  buckets.take('slow', 'one more', NOW)
  buckets.take('slow', 'one more again', NOW + 5 * SECOND_MS)
  expect(turnOf(buckets, 'ana', NOW + 5 * SECOND_MS)).toBe(7 * SECOND_MS)
})
