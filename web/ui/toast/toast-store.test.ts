import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_TOASTS, ToastStore } from './toast-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const titles = (store: ToastStore) => store.read().map(({ title }) => title)

test('a toast disappears by itself, a destructive one later', () => {
  const store = new ToastStore()
  store.show({ title: 'soon gone' })
  store.show({ title: 'stays longer', tone: 'destructive' })
  vi.advanceTimersByTime(5_000)
  expect(titles(store)).toEqual(['stays longer'])
  vi.advanceTimersByTime(3_000)
  expect(titles(store)).toEqual([])
})

test('at most three are shown, the oldest disappears first', () => {
  const store = new ToastStore()
  for (const title of ['one', 'two', 'three', 'four']) store.show({ title })
  expect(titles(store)).toEqual(['two', 'three', 'four'])
  expect(store.read()).toHaveLength(MAX_TOASTS)
})

test('a repeated toast replaces the first and restarts its time', () => {
  const store = new ToastStore()
  const first = store.show({ title: 'again' })
  vi.advanceTimersByTime(4_000)
  const second = store.show({ title: 'again' })
  expect(second).not.toBe(first)
  vi.advanceTimersByTime(4_000)
  expect(titles(store)).toEqual(['again'])
})

test('no toast disappears during a pause, and each has its full time after it', () => {
  const store = new ToastStore()
  store.show({ title: 'read me' })
  store.pause()
  store.show({ title: 'me too' })
  vi.advanceTimersByTime(60_000)
  expect(titles(store)).toEqual(['read me', 'me too'])
  store.resume()
  vi.advanceTimersByTime(4_999)
  expect(titles(store)).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(titles(store)).toEqual([])
})

test('dismissing the last one under the pointer ends the pause', () => {
  const store = new ToastStore()
  store.pause()
  store.dismiss(store.show({ title: 'dismissed' }))
  store.show({ title: 'next' })
  vi.advanceTimersByTime(5_000)
  expect(titles(store)).toEqual([])
})

test('an error disappears with the next success, or if the page changes', () => {
  const store = new ToastStore()
  store.show({ title: 'failed', tone: 'destructive' })
  store.show({ title: 'beside it' })
  store.show({ title: 'worked', tone: 'success' })
  expect(titles(store)).toEqual(['beside it', 'worked'])
  store.show({ title: 'failed again', tone: 'destructive' })
  store.dismissErrors()
  expect(titles(store)).toEqual(['beside it', 'worked'])
})

test('Escape dismisses the newest', () => {
  const store = new ToastStore()
  store.show({ title: 'old' })
  store.show({ title: 'new' })
  store.dismissNewest()
  expect(titles(store)).toEqual(['old'])
})

test('listeners are called for every change until they unsubscribe', () => {
  const store = new ToastStore()
  const listener = vi.fn()
  const leave = store.subscribe(listener)
  const id = store.show({ title: 'heard' })
  store.dismiss(id)
  leave()
  store.show({ title: 'unheard' })
  expect(listener).toHaveBeenCalledTimes(2)
})
