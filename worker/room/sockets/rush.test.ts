import { expect, test } from 'vitest'
import { BatchWindow } from './broadcast.ts'

/** The batch window after `events` in the last second, with frames to `pages`. */
function windowAfter(events: number, pages: number): number {
  const rush = new BatchWindow()
  rush.note(9, 0) // more than a second ago
  rush.note(events, 2_000)
  return rush.lengthMs(pages)
}

test.each([
  [100, [0, 0, 100, 100, 500, 500]],
  [500, [0, 0, 100, 100, 500, 500]],
  [501, [0, 0, 500, 500, 500, 500]],
])(
  'rule 4: with %i pages the batch window grows with the rate of events, to %j',
  (pages, windows) => {
    expect([1, 5, 6, 20, 21, 500].map((events) => windowAfter(events, pages))).toEqual(windows)
  },
)
