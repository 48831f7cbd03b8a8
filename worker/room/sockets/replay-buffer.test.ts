import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RoomEvent } from '#contract/protocol.ts'
import { runs } from '#test/worker/runs.ts'
import { ReplayBuffer } from './broadcast.ts'

const events = (from: number, to: number): RoomEvent[] =>
  Array.from({ length: to - from }, (_, at) => ({
    kind: 'left',
    personId: String(from + at + 1),
    name: 'Ana',
  }))

test('R12 the buffer returns exactly the missed events up to 500, and null for more', () => {
  const batches = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 12 })
  fc.assert(
    fc.property(batches, (sizes) => {
      const buffer = new ReplayBuffer()
      for (const size of sizes) buffer.add(events(buffer.number, buffer.number + size))
      const { number } = buffer
      for (const missed of [0, 1, 499, 500].filter((missed) => missed <= number)) {
        expect(buffer.since(number - missed)).toEqual(events(number - missed, number))
      }
      expect(buffer.since(number - 501)).toBeNull()
      expect(buffer.since(number + 1)).toBeNull()
    }),
    { numRuns: runs(60, 1_000) },
  )
})
