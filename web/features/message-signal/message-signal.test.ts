import { expect, test } from 'vitest'
import { countUnread, hasNewUnread } from './message-signal.ts'

const ana2 = new Map([['ana', 2]])

test('unread messages at page load give no signal', () => {
  expect(hasNewUnread(null, ana2, null)).toBe(false)
})

test('one more message of a person gives a signal, the same number does not', () => {
  expect(hasNewUnread(new Map([['ana', 1]]), ana2, null)).toBe(true)
  expect(hasNewUnread(ana2, ana2, null)).toBe(false)
  expect(hasNewUnread(ana2, new Map([['ana', 0]]), null)).toBe(false)
})

test('the first message of a person gives a signal', () => {
  expect(hasNewUnread(new Map(), ana2, null)).toBe(true)
})

test('the open conversation gives no signal, any other does', () => {
  expect(hasNewUnread(new Map(), ana2, 'ana')).toBe(false)
  expect(hasNewUnread(new Map(), new Map([...ana2, ['bia', 1]]), 'ana')).toBe(true)
})

test('the unread count is the sum over all people', () => {
  expect(countUnread(new Map())).toBe(0)
  expect(countUnread(new Map([...ana2, ['bia', 1]]))).toBe(3)
})
