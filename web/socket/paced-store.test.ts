import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PacedStore } from './paced-store.ts'
import { Store } from './store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start() {
  const store = new Store<number, number>(0, (_, next) => next)
  const paced = new PacedStore(store, 250)
  const seen: number[] = []
  const stop = paced.subscribe(() => seen.push(paced.getState()))
  return { store, paced, seen, stop }
}

test('a change after a calm moment is seen at once', () => {
  const { store, seen } = start()
  store.dispatch(1)
  vi.advanceTimersByTime(250)
  store.dispatch(2)
  expect(seen).toEqual([1, 2])
})

test('in a rush nothing changes in between, and the last change is seen', () => {
  const { store, paced, seen } = start()
  for (let change = 1; change <= 24; change += 1) {
    store.dispatch(change)
    expect(paced.getState()).toBe(seen.at(-1))
    vi.advanceTimersByTime(50)
  }
  vi.advanceTimersByTime(250)
  expect(seen).toEqual([1, 5, 10, 15, 20, 24])
})

test('while it is held nothing changes, and what came is seen once it is released or after its time', () => {
  const { store, paced, seen } = start()
  paced.hold(1_000)
  store.dispatch(1)
  vi.advanceTimersByTime(900)
  expect([paced.getState(), seen]).toEqual([0, []])
  paced.release()
  vi.advanceTimersByTime(0)
  expect(seen).toEqual([1])
  paced.hold(1_000)
  store.dispatch(2)
  vi.advanceTimersByTime(1_000)
  expect(seen).toEqual([1, 2])
})

test('where nobody listens it is the store as it is, and no timer is left', () => {
  const { store, paced, stop } = start()
  store.dispatch(1)
  stop()
  store.dispatch(2)
  expect(paced.getState()).toBe(2)
  expect(vi.getTimerCount()).toBe(0)
})
