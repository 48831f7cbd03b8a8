import * as v from 'valibot'
import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { messageTextSchema, readMessageText } from './message.ts'

test('a message has visible text, and at most the maximum of lines even if they are short', () => {
  expect(readMessageText('  oi  ')).toBe('oi')
  for (const empty of ['', ' ', '\u200b']) expect(v.is(messageTextSchema, empty)).toBe(false)
  const ofLines = (lines: number) => `${'a\n'.repeat(lines - 1)}a`
  expect(readMessageText(ofLines(LIMITS.messageLines))).toBe(ofLines(LIMITS.messageLines))
  expect(readMessageText(ofLines(LIMITS.messageLines + 1))).toBeNull()
})
