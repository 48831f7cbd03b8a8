import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastStore } from './toast-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A store, what shows these in it, and what it shows. */
function start() {
  const store = new ToastStore()
  const show = (...titles: string[]) => titles.map((title) => store.show({ title }))
  const titles = () => store.read().map(({ title }) => title)
  return { store, show, titles }
}

test('a toast disappears by itself, a destructive one later; a repeated one replaces the first and restarts its time', () => {
  const { store, show, titles } = start()
  show('soon gone')
  store.show({ title: 'stays longer', tone: 'destructive' })
  const first = show('again')
  vi.advanceTimersByTime(4_999)
  expect(show('again')).not.toEqual(first)
  expect(titles()).toEqual(['soon gone', 'stays longer', 'again'])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual(['stays longer', 'again'])
  vi.advanceTimersByTime(3_000)
  expect(titles()).toEqual(['again'])
})

test('at most three are shown, the oldest disappears first; Escape dismisses the newest; an error goes with the next success or page', () => {
  const { store, show, titles } = start()
  show('one', 'two', 'three', 'four')
  expect(titles()).toEqual(['two', 'three', 'four'])
  store.dismissNewest()
  store.show({ title: 'failed', tone: 'destructive' })
  store.show({ title: 'worked', tone: 'success' })
  expect(titles()).toEqual(['two', 'three', 'worked'])
  store.show({ title: 'failed again', tone: 'destructive' })
  store.dismissErrors()
  expect(titles()).toEqual(['three', 'worked'])
})

test('no toast disappears during a pause, and each has its full time after it; dismissing the last ends the pause', () => {
  const { store, show, titles } = start()
  show('read me')
  store.pause()
  show('me too')
  vi.advanceTimersByTime(60_000)
  expect(titles()).toEqual(['read me', 'me too'])
  store.resume()
  vi.advanceTimersByTime(4_999)
  expect(titles()).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual([])
  store.pause()
  store.dismiss(show('dismissed')[0] ?? 0)
  show('next')
  vi.advanceTimersByTime(5_000)
  expect(titles()).toEqual([])
})
