import { expect, test } from 'vitest'
import type { WriteContext } from './may-write.ts'
import { mayWrite } from './may-write.ts'

// partnerExists, partnerOnline, hasMessages → outcome; every combination.
const MATRIX = [
  [false, false, false, 'person_not_found'],
  [false, false, true, 'person_not_found'],
  [false, true, false, 'person_not_found'],
  [false, true, true, 'person_not_found'],
  [true, false, false, 'person_offline'],
  [true, false, true, 'allowed'],
  [true, true, false, 'allowed'],
  [true, true, true, 'allowed'],
] as const

test.each(MATRIX)('exists %s, online %s, messages %s: %s', (...cells) => {
  const [partnerExists, partnerOnline, hasMessages, outcome] = cells
  const partner = { partnerExists, partnerOnline, hasMessages }
  const unless = (refusal: string) => (outcome === 'allowed' ? refusal : outcome)
  for (const [awaitsAnswer, withinRate, expected] of [
    [false, true, outcome],
    // The two limits are reported only to those who may write, and patience does not help without an answer.
    [false, false, unless('rate_limited')],
    [true, true, unless('unanswered')],
    [true, false, unless('unanswered')],
  ] as const) {
    const context = { ...partner, awaitsAnswer, withinRate }
    expect(decide({ ...context, self: false })).toBe(expected)
    expect(decide({ ...context, self: true })).toBe('own_self')
  }
})

function decide(context: WriteContext): string {
  const decision = mayWrite(context)
  return decision.allowed ? 'allowed' : decision.refusal
}
