import * as v from 'valibot'
import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { messageTextSchema, readMessageText } from './message.ts'

test('a message is a text with something in it, and has so many lines at most, however short they are', () => {
  expect(readMessageText('  oi  ')).toBe('oi')
  for (const empty of ['', ' ', '\u200b']) expect(v.is(messageTextSchema, empty)).toBe(false)
  const ofLines = (lines: number) => `${'a\n'.repeat(lines - 1)}a`
  expect(readMessageText(ofLines(LIMITS.messageLines))).toBe(ofLines(LIMITS.messageLines))
  expect(readMessageText(ofLines(LIMITS.messageLines + 1))).toBeNull()
})
