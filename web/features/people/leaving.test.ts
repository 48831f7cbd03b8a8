import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { Leaving } from './leaving.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function aLeaving(stay: () => Promise<'staying' | 'over'> = async () => 'staying') {
  const ends = {
    ask: vi.fn(async (_: AbortSignal) => {}),
    stay: vi.fn(stay),
    changed: vi.fn(),
    gaveUp: vi.fn(),
    tooLate: vi.fn(),
    stayFailed: vi.fn(),
  }
  return { ends, leaving: new Leaving(ends) }
}

test('pressing twice asks once', () => {
  const { ends, leaving } = aLeaving()
  leaving.leave()
  leaving.leave()
  expect(ends.ask).toHaveBeenCalledOnce()
  expect(ends.changed.mock.calls).toEqual([[true]])
})

test('a page that hears no end forgets the visit on its own, once', () => {
  const { ends, leaving } = aLeaving()
  leaving.leave()
  vi.advanceTimersByTime(TIMINGS.leavingGivesUpMs - 1)
  expect(ends.gaveUp).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(ends.gaveUp).toHaveBeenCalledOnce()
})

test('after a reload the room says that the visit is ending', () => {
  const { ends, leaving } = aLeaving()
  leaving.told(null)
  leaving.told(1)
  expect(ends.changed.mock.calls).toEqual([[true]])
  expect(ends.ask).not.toHaveBeenCalled()
  leaving.told(null)
  vi.advanceTimersByTime(10_000)
  expect(ends.changed).toHaveBeenLastCalledWith(false)
  expect(ends.gaveUp).not.toHaveBeenCalled()
})

test('staying ends the asking and the wait', async () => {
  const { ends, leaving } = aLeaving()
  leaving.leave()
  await leaving.stay()
  vi.advanceTimersByTime(10_000)
  expect(ends.ask.mock.calls[0]?.[0].aborted).toBe(true)
  expect(ends.changed).toHaveBeenLastCalledWith(false)
  expect(ends.gaveUp).not.toHaveBeenCalled()
  leaving.leave()
  expect(ends.ask).toHaveBeenCalledTimes(2)
})

test('staying never overtakes the leaving, and waits a second for it at most', async () => {
  const { ends, leaving } = aLeaving()
  const isHeard = Promise.withResolvers<void>()
  ends.ask.mockReturnValueOnce(isHeard.promise)
  leaving.leave()
  const stays = leaving.stay()
  await vi.advanceTimersByTimeAsync(900)
  expect(ends.stay).not.toHaveBeenCalled()
  isHeard.resolve()
  await stays
  expect(ends.stay).toHaveBeenCalledOnce()

  ends.ask.mockReturnValueOnce(new Promise(() => {}))
  leaving.leave()
  void leaving.stay()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ends.stay).toHaveBeenCalledTimes(2)
})

test('a stay that comes too late is answered with the end', async () => {
  const { ends, leaving } = aLeaving(async () => 'over')
  leaving.leave()
  await leaving.stay()
  expect(ends.tooLate).toHaveBeenCalledOnce()
})

test('a stay that nobody heard is told, and the end may still come', async () => {
  const { ends, leaving } = aLeaving(() => Promise.reject(new TypeError('Failed to fetch')))
  leaving.leave()
  await leaving.stay()
  expect(ends.stayFailed).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(TIMINGS.leavingGivesUpMs)
  expect(ends.gaveUp).toHaveBeenCalledOnce()
})
