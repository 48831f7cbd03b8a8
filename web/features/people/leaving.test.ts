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
    onChange: vi.fn((_: boolean) => {}),
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

test.each<
  [how: string, Stay, { isLeaving: boolean; tooLate: number; failed: number; gaveUp: number }]
>([
  ['in time', async () => 'staying', { isLeaving: false, tooLate: 0, failed: 0, gaveUp: 0 }],
  ['too late', async () => 'over', { isLeaving: true, tooLate: 1, failed: 0, gaveUp: 0 }],
  // It is reported, and the page may still give up.
  [
    'in vain',
    () => Promise.reject(new TypeError()),
    { isLeaving: true, tooLate: 0, failed: 1, gaveUp: 1 },
  ],
])('staying %s aborts the request to leave, and the wait', async (_, stay, expected) => {
  const { calls, leaving } = begin(stay)
  await leaving.stay()
  vi.advanceTimersByTime(TIMINGS.leavingGivesUpMs)
  expect(calls.leave.mock.calls[0]?.[0].aborted).toBe(true)
  const times = ({ mock }: { mock: { calls: unknown[] } }) => mock.calls.length
  const { onTooLate, onStayFailed, onGiveUp } = calls
  expect({
    isLeaving: calls.onChange.mock.lastCall?.[0],
    tooLate: times(onTooLate),
    failed: times(onStayFailed),
    gaveUp: times(onGiveUp),
  }).toEqual(expected)
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
