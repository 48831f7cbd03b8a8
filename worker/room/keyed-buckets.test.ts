import { expect, test } from 'vitest'
import { SECOND_MS } from '#contract/durations.ts'
import { KeyedBuckets } from './keyed-buckets.ts'

const NOW = 1_800_000_000_000
const LONGEST_MS = 60_000

/** Two at once, then one a second. */
const someBuckets = () => new KeyedBuckets(2, 60)

/** Ana has taken both. */
function drained(): KeyedBuckets {
  const buckets = someBuckets()
  for (const _ of ['first', 'second']) buckets.take('ana', NOW)
  return buckets
}

test('who asks again gets a turn one step later, up to the longest wait', () => {
  const buckets = drained()
  const turns = Array.from({ length: 4 }, () => buckets.takeTurn('ana', LONGEST_MS, NOW))
  expect(turns).toEqual([1, 2, 3, 4].map((steps) => steps * SECOND_MS))
  expect(buckets.takeTurn('ana', 2_500, NOW)).toBe(2_500)
  expect(buckets.takeTurn('bia', LONGEST_MS, NOW)).toBe(0)
})

test('a turn counts from the part of a token that is there; turns that are over are no reason to wait, nor are those of a key that is forgotten', () => {
  const buckets = drained()
  expect(buckets.takeTurn('ana', LONGEST_MS, NOW + 400)).toBe(600)
  expect(buckets.takeTurn('ana', LONGEST_MS, NOW + 10 * SECOND_MS)).toBe(0)
  const faster = new KeyedBuckets(1, 120)
  faster.take('ana', NOW)
  expect(faster.takeTurn('ana', LONGEST_MS, NOW)).toBe(500)
  const forgotten = drained()
  forgotten.takeTurn('ana', LONGEST_MS, NOW)
  forgotten.forget('ana')
  expect(forgotten.has('ana', NOW)).toBe(true)
  expect(forgotten.takeTurn('ana', LONGEST_MS, NOW)).toBe(0)
})

test('T51 a thousand keys that somebody made up are forgotten with their turns once their buckets are full', () => {
  const buckets = someBuckets()
  buckets.take('waiting', NOW + 5 * SECOND_MS)
  buckets.take('waiting', NOW + 5 * SECOND_MS)
  for (let key = 0; key < 998; key += 1) {
    buckets.take(`made up ${key}`, NOW)
    buckets.takeTurn(`made up ${key}`, LONGEST_MS, NOW)
    buckets.takeTurn(`made up ${key}`, LONGEST_MS, NOW)
  }
  const later = NOW + 5 * SECOND_MS
  // Not yet: that would be one turn more.
  expect(buckets.takeTurn('made up 0', LONGEST_MS, NOW)).toBe(2 * SECOND_MS)
  buckets.take('the thousandth', later)
  expect(buckets.takeTurn('made up 1', LONGEST_MS, NOW)).toBe(0)
  expect(buckets.has('waiting', later)).toBe(false)
})

test.each([
  ['a few keys are never gone through', 1],
  ['where a thousand stay they are gone through again only when there are twice as many', 1_000],
])('%s: turns stay', (_, others) => {
  const buckets = someBuckets()
  buckets.take('ana', NOW)
  // The last of them eleven seconds ahead.
  for (let turn = 0; turn < 12; turn += 1) buckets.takeTurn('ana', LONGEST_MS, NOW)
  for (let key = 1; key < others; key += 1) buckets.take(`${key}`, NOW)
  buckets.take('one more', NOW + 5 * SECOND_MS)
  expect(buckets.takeTurn('ana', LONGEST_MS, NOW + 5 * SECOND_MS)).toBe(7 * SECOND_MS)
})
