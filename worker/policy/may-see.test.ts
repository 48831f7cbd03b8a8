import { expect, test } from 'vitest'
import { maySee } from './may-see.ts'

// person, hasConversation → seen without a block. With a block, no person is seen.
test.each([
  ['listed', false, true],
  ['listed', true, true],
  ['unlisted', false, false],
  ['unlisted', true, true],
  ['gone', false, false],
  ['gone', true, false],
] as const)('T57 %s, conversation %s: seen %s, and never across a block', (...cells) => {
  const [person, hasConversation, isSeen] = cells
  expect(maySee({ isBlocked: false, person, hasConversation })).toBe(isSeen)
  expect(maySee({ isBlocked: true, person, hasConversation })).toBe(false)
})
