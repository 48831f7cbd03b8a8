import * as v from 'valibot'
import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { messageTextSchema, readMessageText } from './message.ts'

test('a message is a text with something in it', () => {
  expect(v.parse(messageTextSchema, '  oi  ')).toBe('oi')
  for (const empty of ['', ' ', '\u200b']) expect(v.is(messageTextSchema, empty)).toBe(false)
})

test('a message has so many lines at most, however short they are', () => {
  const ofLines = (lines: number) => Array.from({ length: lines }, () => 'a').join('\n')
  expect(readMessageText(ofLines(LIMITS.messageLines))).toBe(ofLines(LIMITS.messageLines))
  expect(readMessageText(ofLines(LIMITS.messageLines + 1))).toBeNull()
})
