import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RoomEvent } from '#contract/protocol.ts'
import { runs } from '#test/support/runs.ts'
import { ToldFacts } from './told-events.ts'

const events = (from: number, to: number): RoomEvent[] =>
  Array.from({ length: to - from }, (_, at) => ({
    kind: 'left',
    personId: String(from + at + 1),
    name: 'Ana',
  }))

test('R12 who missed 500 events is told exactly those, and who missed more is told everything anew', () => {
  const batches = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 12 })
  fc.assert(
    fc.property(batches, (sizes) => {
      const told = new ToldFacts()
      for (const size of sizes) told.add(events(told.number, told.number + size))
      const { number } = told
      for (const missed of [0, 1, 499, 500].filter((missed) => missed <= number)) {
        expect(told.since(number - missed)).toEqual(events(number - missed, number))
      }
      expect(told.since(number - 501)).toBeNull()
      expect(told.since(number + 1)).toBeNull()
    }),
    { numRuns: runs(60, 1_000) },
  )
})
