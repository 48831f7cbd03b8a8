import { expect, test } from 'vitest'
import { BatchWindow } from './broadcast.ts'

/** The batch window after `events` in the last second, with frames to `pages`. */
function windowAfter(events: number, pages: number): number {
  const rush = new BatchWindow()
  rush.note(9, 0) // more than a second ago
  rush.note(events, 2_000)
  return rush.lengthMs(pages)
}

test('rule 4: the batch window grows with the rate of events', () => {
  const windows = [1, 5, 6, 20, 21, 500].map((events) => windowAfter(events, 100))
  expect(windows).toEqual([0, 0, 100, 100, 500, 500])
})

test('rule 4: with more than 500 pages, six events in a second open the longest batch window', () => {
  const windows = [1, 5, 6, 20, 21].map((events) => windowAfter(events, 501))
  expect(windows).toEqual([0, 0, 500, 500, 500])
  expect(windowAfter(6, 500)).toBe(100)
})
