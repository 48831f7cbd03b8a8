import { expect, test } from 'vitest'
import { hasNewUnread } from './message-signal.ts'
import { countUnread } from './unread-title.ts'

const ana2 = new Map([['ana', 2]])

test.each([
  ['unread messages at page load give none', null, ana2, null, false],
  ['one more message of a person gives one', new Map([['ana', 1]]), ana2, null, true],
  ['the same number gives none', ana2, ana2, null, false],
  ['what was read gives none', ana2, new Map([['ana', 0]]), null, false],
  ['the first message of a person gives one', new Map(), ana2, null, true],
  ['the open conversation gives none', new Map(), ana2, 'ana', false],
  ['any other does', new Map(), new Map([...ana2, ['bia', 1]]), 'ana', true],
])('a signal: %s', (_, before, now, open, signals) => {
  expect(hasNewUnread(before, now, open)).toBe(signals)
})

test('the unread count is the sum over all people', () => {
  expect(countUnread(new Map())).toBe(0)
  expect(countUnread(new Map([...ana2, ['bia', 1]]))).toBe(3)
})
