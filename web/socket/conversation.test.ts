import { expect, test } from 'vitest'
import { aMessage, idOf } from '#test/fakes/room.ts'
import { hasHole, UNLOADED, withEarlier, withMessage, withNewer } from './conversation.ts'

const numbers = (conversation: { messages: readonly { number: number }[] }) =>
  conversation.messages.map(({ number }) => number)

test('messages are ordered by number, never by clock', () => {
  const page = [aMessage(1, { createdAt: 900 }), aMessage(2, { createdAt: 100 })]
  const known = withNewer(UNLOADED, { messages: page, hasEarlier: false })
  expect(numbers(withMessage(known, aMessage(3, { createdAt: 1 })))).toEqual([1, 2, 3])
})

test('R13 a message that arrives during a history load is neither lost nor doubled', () => {
  const early = withMessage(withMessage(UNLOADED, aMessage(5)), aMessage(6))
  const known = withNewer(early, { messages: [3, 4, 5].map((n) => aMessage(n)), hasEarlier: true })
  expect(numbers(known)).toEqual([3, 4, 5, 6])
  expect(known.completeThrough).toBe(6)
  expect(hasHole(known)).toBe(false)
})

test('R13 a live message beyond a gap is a hole until the messages between are loaded', () => {
  const known = withNewer(UNLOADED, { messages: [aMessage(1)], hasEarlier: false })
  const holed = withMessage(known, aMessage(4))
  expect(hasHole(holed)).toBe(true)
  expect(holed.completeThrough).toBe(1)
  const filled = withNewer(holed, { messages: [aMessage(2), aMessage(3)], hasEarlier: true })
  expect(hasHole(filled)).toBe(false)
  expect(numbers(filled)).toEqual([1, 2, 3, 4])
  expect(filled.hasEarlier).toBe(false)
})

test('a repeated message is merged, by id and by number', () => {
  const known = withNewer(UNLOADED, { messages: [aMessage(1)], hasEarlier: false })
  const again = withMessage(known, aMessage(1))
  expect(again.messages).toBe(known.messages)
  expect(numbers(withMessage(known, aMessage(1, { id: idOf(9) })))).toEqual([1])
})

test('an earlier page goes before, and says whether there is more', () => {
  const known = withNewer(UNLOADED, { messages: [aMessage(51)], hasEarlier: true })
  const more = withEarlier(known, { messages: [aMessage(50), aMessage(49)], hasEarlier: false })
  expect(numbers(more)).toEqual([49, 50, 51])
  expect(more).toMatchObject({ hasEarlier: false, completeThrough: 51 })
})
