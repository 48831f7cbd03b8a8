import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Store } from '#web/ui/cell.ts'
import { PacedStore } from './paced-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start() {
  const store = new Store<number, number>(0, (_, next) => next)
  const paced = new PacedStore(store, 250)
  const seen: number[] = []
  const stop = paced.subscribe(() => seen.push(paced.read()))
  return { store, paced, seen, stop }
}

test('a store shows one change per interval and always the last, and the first at once', () => {
  const { store, paced, seen } = start()
  for (let change = 1; change <= 24; change += 1) {
    store.dispatch(change)
    expect(paced.read()).toBe(seen.at(-1))
    vi.advanceTimersByTime(50)
  }
  vi.advanceTimersByTime(500)
  expect(seen).toEqual([1, 5, 10, 15, 20, 24])
  store.dispatch(25)
  expect(seen.at(-1)).toBe(25)
})

test('a held view shows its changes after the release, or when the time is over', () => {
  const { store, paced, seen } = start()
  paced.hold(1_000)
  store.dispatch(1)
  vi.advanceTimersByTime(900)
  expect([paced.read(), seen]).toEqual([0, []])
  paced.release()
  vi.advanceTimersByTime(0)
  expect(seen).toEqual([1])
  paced.hold(1_000)
  store.dispatch(2)
  vi.advanceTimersByTime(1_000)
  expect(seen).toEqual([1, 2])
})

test('a flush shows the newest change within the interval, and the interval begins again', () => {
  const { store, paced, seen } = start()
  for (const change of [1, 2]) store.dispatch(change)
  paced.flush()
  expect([paced.read(), seen]).toEqual([2, [1, 2]])
  store.dispatch(3)
  expect(paced.read()).toBe(2)
  vi.advanceTimersByTime(250)
  expect(seen).toEqual([1, 2, 3])
})

test('without listeners it is the store itself, and no timer is left', () => {
  const { store, paced, stop } = start()
  store.dispatch(1)
  stop()
  store.dispatch(2)
  expect(paced.read()).toBe(2)
  expect(vi.getTimerCount()).toBe(0)
})
