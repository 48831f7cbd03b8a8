import { getEventListeners } from 'node:events'
import { expect, test, vi } from 'vitest'
import { HOUR_MS } from '#contract/durations.ts'
import { TIMINGS } from '#contract/timings.ts'
import { Poller } from './poller.ts'

test('a pause that has ended leaves no listener at the signal', async () => {
  vi.useFakeTimers()
  const listeners: number[] = []
  const poller = new Poller({
    fetch: async (signal) => void listeners.push(getEventListeners(signal, 'abort').length),
    onAnswer: () => {},
    onFailure: () => {},
  })
  poller.start()
  await vi.advanceTimersByTimeAsync(2 * TIMINGS.monitorPollMs)
  poller.stop()
  vi.useRealTimers()
  expect(listeners).toEqual([0, 0, 0])
})

test('a clock that is set back delays no poll', async () => {
  vi.useFakeTimers()
  let polls = 0
  const poller = new Poller({
    async fetch() {
      polls += 1
      vi.setSystemTime(Date.now() - HOUR_MS)
    },
    onAnswer: () => {},
    onFailure: () => {},
  })
  poller.start()
  await vi.advanceTimersByTimeAsync(2 * TIMINGS.monitorPollMs)
  poller.stop()
  vi.useRealTimers()
  expect(polls).toBe(3)
})
