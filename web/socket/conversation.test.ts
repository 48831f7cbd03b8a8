import { expect, test } from 'vitest'
import { aMessage, idOf } from '#test/fakes/room.ts'
import { UNLOADED, withMessage, withNewer } from './conversation.ts'

const numbers = (conversation: { messages: readonly { number: number }[] }) =>
  conversation.messages.map(({ number }) => number)

test('messages are ordered by number, never by clock', () => {
  const page = [aMessage(1, { createdAt: 900 }), aMessage(2, { createdAt: 100 })]
  const known = withNewer(UNLOADED, { messages: page, hasEarlier: false })
  expect(numbers(withMessage(known, aMessage(3, { createdAt: 1 })))).toEqual([1, 2, 3])
})

test('a repeated message is merged, by id and by number', () => {
  const known = withNewer(UNLOADED, { messages: [aMessage(1)], hasEarlier: false })
  expect(withMessage(known, aMessage(1)).messages).toBe(known.messages)
  expect(numbers(withMessage(known, aMessage(1, { id: idOf(9) })))).toEqual([1])
})
