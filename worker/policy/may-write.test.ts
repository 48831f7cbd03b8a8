import { expect, test } from 'vitest'
import type { WriteContext } from './may-write.ts'
import { mayWrite } from './may-write.ts'

// self, partnerExists, partnerOnline, hasMessages, senderLeaving → outcome; every combination.
const MATRIX = `
  0 0 0 0 0 person_not_found
  0 0 0 0 1 leaving
  0 0 0 1 0 person_not_found
  0 0 0 1 1 leaving
  0 0 1 0 0 person_not_found
  0 0 1 0 1 leaving
  0 0 1 1 0 person_not_found
  0 0 1 1 1 leaving
  0 1 0 0 0 person_offline
  0 1 0 0 1 leaving
  0 1 0 1 0 allowed
  0 1 0 1 1 leaving
  0 1 1 0 0 allowed
  0 1 1 0 1 leaving
  0 1 1 1 0 allowed
  0 1 1 1 1 leaving
  1 0 0 0 0 own_self
  1 0 0 0 1 leaving
  1 0 0 1 0 own_self
  1 0 0 1 1 leaving
  1 0 1 0 0 own_self
  1 0 1 0 1 leaving
  1 0 1 1 0 own_self
  1 0 1 1 1 leaving
  1 1 0 0 0 own_self
  1 1 0 0 1 leaving
  1 1 0 1 0 own_self
  1 1 0 1 1 leaving
  1 1 1 0 0 own_self
  1 1 1 0 1 leaving
  1 1 1 1 0 own_self
  1 1 1 1 1 leaving
`

const cases = MATRIX.trim()
  .split('\n')
  .map((line) => line.trim().split(' '))

test('the matrix names every combination once', () => {
  expect(new Set(cases.map((cells) => cells.slice(0, 5).join(''))).size).toBe(2 ** 5)
})

test.each(cases)('self %s, exists %s, online %s, messages %s, leaving %s: %s', (...cells) => {
  const [self, partnerExists, partnerOnline, hasMessages, senderLeaving] = cells.map(
    (cell) => cell === '1',
  ) as [boolean, boolean, boolean, boolean, boolean]
  const context = { self, partnerExists, partnerOnline, hasMessages, senderLeaving }
  const outcome = cells[5] ?? ''
  const decideWith = (awaitsAnswer: boolean, withinRate: boolean) =>
    decide({ ...context, awaitsAnswer, withinRate })
  const unless = (refusal: string) => (outcome === 'allowed' ? refusal : outcome)
  expect(decideWith(false, true)).toBe(outcome)
  // The two limits are reported only to those who may write, and patience does not help without an answer.
  expect(decideWith(false, false)).toBe(unless('rate_limited'))
  expect(decideWith(true, true)).toBe(unless('unanswered'))
  expect(decideWith(true, false)).toBe(unless('unanswered'))
})

function decide(context: WriteContext): string {
  const decision = mayWrite(context)
  return decision.allowed ? 'allowed' : decision.refusal
}
