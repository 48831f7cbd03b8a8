import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { Leaving } from './leaving.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Stay = () => Promise<'staying' | 'over'>

function aLeaving(stay: Stay = async () => 'staying') {
  const calls = {
    leave: vi.fn(async (_: AbortSignal) => {}),
    stay: vi.fn(stay),
    onChange: vi.fn(),
    onGiveUp: vi.fn(),
    onTooLate: vi.fn(),
    onStayFailed: vi.fn(),
  }
  return { calls, leaving: new Leaving(calls) }
}

/** Somebody who has pressed to leave. */
function begin(stay?: Stay) {
  const begun = aLeaving(stay)
  begun.leaving.leave()
  return begun
}

test('pressing twice sends one request to leave; a page that receives no end gives up once, after its time', () => {
  const { calls, leaving } = begin()
  leaving.leave()
  expect(calls.leave).toHaveBeenCalledOnce()
  expect(calls.onChange.mock.calls).toEqual([[true]])
  vi.advanceTimersByTime(TIMINGS.leavingGivesUpMs - 1)
  expect(calls.onGiveUp).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(calls.onGiveUp).toHaveBeenCalledOnce()
})

test('after a reload the state of the room shows that the visit is ending', () => {
  const { calls, leaving } = aLeaving()
  leaving.update(null)
  leaving.update(1)
  expect(calls.onChange.mock.calls).toEqual([[true]])
  expect(calls.leave).not.toHaveBeenCalled()
  leaving.update(null)
  vi.advanceTimersByTime(10_000)
  expect(calls.onChange).toHaveBeenLastCalledWith(false)
  expect(calls.onGiveUp).not.toHaveBeenCalled()
})

test('staying aborts the request and the wait', async () => {
  const { calls, leaving } = begin()
  await leaving.stay()
  vi.advanceTimersByTime(10_000)
  expect(calls.leave.mock.calls[0]?.[0].aborted).toBe(true)
  expect(calls.onChange).toHaveBeenLastCalledWith(false)
  expect(calls.onGiveUp).not.toHaveBeenCalled()
  leaving.leave()
  expect(calls.leave).toHaveBeenCalledTimes(2)
})

test('the request to stay waits for the request to leave, a second at most', async () => {
  const { calls, leaving } = aLeaving()
  const isAnswered = Promise.withResolvers<void>()
  calls.leave.mockReturnValueOnce(isAnswered.promise)
  leaving.leave()
  const stays = leaving.stay()
  await vi.advanceTimersByTimeAsync(900)
  expect(calls.stay).not.toHaveBeenCalled()
  isAnswered.resolve()
  await stays
  expect(calls.stay).toHaveBeenCalledOnce()

  calls.leave.mockReturnValueOnce(new Promise(() => {}))
  leaving.leave()
  void leaving.stay()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(calls.stay).toHaveBeenCalledTimes(2)
})

test('staying too late ends the visit; a failed stay is reported, and the page may still give up', async () => {
  const late = begin(async () => 'over')
  await late.leaving.stay()
  expect(late.calls.onTooLate).toHaveBeenCalledOnce()
  const { calls, leaving } = begin(() => Promise.reject(new TypeError('Failed to fetch')))
  await leaving.stay()
  expect(calls.onStayFailed).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(TIMINGS.leavingGivesUpMs)
  expect(calls.onGiveUp).toHaveBeenCalledOnce()
})
