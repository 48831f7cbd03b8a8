import { afterEach, expect, test, vi } from 'vitest'
import { HOUR_MS } from '#contract/durations.ts'
import { askHourly } from './use-ask-when-settled.ts'

afterEach(() => void vi.useRealTimers())

test('the numbers of a night are asked for at the start, then after each full hour until the end', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T14:50:00Z') })
  const askedAt: string[] = []
  const end = askHourly(() => askedAt.push(new Date().toISOString().slice(11, 16)))
  vi.advanceTimersByTime(2 * HOUR_MS + HOUR_MS / 2)
  expect(askedAt).toEqual(['14:50', '15:00', '16:00', '17:00'])
  end()
  vi.advanceTimersByTime(2 * HOUR_MS)
  expect(askedAt).toHaveLength(4)
})
