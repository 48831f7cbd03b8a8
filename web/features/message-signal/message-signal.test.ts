import { expect, test } from 'vitest'
import { countUnread, hasNewUnread } from './message-signal.ts'

const ana2 = new Map([['ana', 2]])

test('what a page finds when it opens is no news', () => {
  expect(hasNewUnread(null, ana2, null)).toBe(false)
})

test('one more message of somebody is news, and the same number again is not', () => {
  expect(hasNewUnread(new Map([['ana', 1]]), ana2, null)).toBe(true)
  expect(hasNewUnread(ana2, ana2, null)).toBe(false)
  expect(hasNewUnread(ana2, new Map([['ana', 0]]), null)).toBe(false)
})

test('the first message of a person whom the page had not heard of is news', () => {
  expect(hasNewUnread(new Map(), ana2, null)).toBe(true)
})

test('whom one is reading rings no bell, and anybody else does', () => {
  expect(hasNewUnread(new Map(), ana2, 'ana')).toBe(false)
  expect(hasNewUnread(new Map(), new Map([...ana2, ['bia', 1]]), 'ana')).toBe(true)
})

test('unread messages are counted over all people', () => {
  expect(countUnread(new Map())).toBe(0)
  expect(countUnread(new Map([...ana2, ['bia', 1]]))).toBe(3)
})
