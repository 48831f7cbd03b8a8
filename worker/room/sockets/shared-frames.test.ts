import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { toSharedFrames } from './sockets.ts'

test('rule 5: messages that share frames are all there, in their order; one that is alone is no array', () => {
  const messages = fc.array(fc.record({ type: fc.string(), text: fc.string({ maxLength: 5_000 }) }))
  fc.assert(
    fc.property(messages, (sent) => {
      const frames = toSharedFrames(sent.map((message) => JSON.stringify(message)))
      expect(frames.flatMap((frame) => JSON.parse(frame))).toEqual(sent)
    }),
  )
  expect(toSharedFrames(['{"type":"stored"}'])).toEqual(['{"type":"stored"}'])
})

test('T17 a shared frame is no longer than a few messages, so that counting frames bounds what waits', () => {
  const longest = `"${'x'.repeat(LIMITS.sharedFrameCharacters - 2)}"`
  expect(toSharedFrames([longest, longest])).toEqual([longest, longest])
  const many = Array.from({ length: 1_000 }, (_, number) => `"${number}${'x'.repeat(900)}"`)
  const frames = toSharedFrames(many)
  expect(frames.flatMap((frame) => JSON.parse(frame))).toHaveLength(1_000)
  for (const frame of frames) {
    expect(frame.length).toBeLessThanOrEqual(LIMITS.sharedFrameCharacters + 100)
  }
})
