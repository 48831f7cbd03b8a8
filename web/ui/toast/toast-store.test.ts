import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastStore } from './toast-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A store, what shows these in it, and what it shows. */
function start() {
  const store = new ToastStore()
  const show = (...titles: string[]) => titles.map((title) => store.show({ title }))
  const title = () => store.read()?.title
  return { store, show, title }
}

test('a toast disappears after 4 s, a destructive one after 8 s', () => {
  const { store, show, title } = start()
  show('soon gone')
  vi.advanceTimersByTime(3_999)
  expect(title()).toBe('soon gone')
  vi.advanceTimersByTime(1)
  expect(title()).toBeUndefined()
  store.show({ title: 'stays longer', tone: 'destructive' })
  vi.advanceTimersByTime(7_999)
  expect(title()).toBe('stays longer')
  vi.advanceTimersByTime(1)
  expect(title()).toBeUndefined()
})

test('one toast is shown at a time: an answer replaces it, and a message replaces news', () => {
  const { store, show, title } = start()
  store.show({ title: 'Gabi entrou', tone: 'news' })
  store.show({ title: 'Gabi: oi', tone: 'message' })
  expect(title()).toBe('Gabi: oi')
  show('one', 'two')
  expect(title()).toBe('two')
})

test('news and messages wait for what is shown, the last three of them, each with its full time', () => {
  const { store, title } = start()
  store.show({ title: 'failed', tone: 'destructive' })
  for (const title of ['Ana', 'Bia', 'Caio', 'Davi']) store.show({ title, tone: 'news' })
  store.show({ title: 'Eva: oi', tone: 'message' })
  const seen = [title()]
  for (const ms of [8_000, 4_000, 4_000, 4_000]) {
    vi.advanceTimersByTime(ms)
    seen.push(title())
  }
  expect(seen).toEqual(['failed', 'Caio', 'Davi', 'Eva: oi', undefined])
})

test('new words change a toast in its place without more time, also while it waits', () => {
  const { store, title } = start()
  const shown = store.show({ title: 'Novo usuário', description: 'Gabi', tone: 'news' })
  const waiting = store.show({ title: 'Usuário saiu', description: 'Léo', tone: 'news' })
  vi.advanceTimersByTime(3_000)
  expect(store.update(shown, { description: 'Gabi e Bia' })).toBe(true)
  expect(store.update(waiting, { description: 'Léo e Davi' })).toBe(true)
  expect(store.read()).toMatchObject({ description: 'Gabi e Bia' })
  vi.advanceTimersByTime(1_000)
  expect(store.read()).toMatchObject({ description: 'Léo e Davi' })
  expect(store.update(shown, { description: 'Gabi' })).toBe(false)
  vi.advanceTimersByTime(4_000)
  expect(title()).toBeUndefined()
})

test('an error goes with the next success or page, also one that waits', () => {
  const { store, title } = start()
  store.show({ title: 'failed', tone: 'destructive' })
  store.show({ title: 'worked', tone: 'success' })
  expect(title()).toBe('worked')
  store.show({ title: 'failed again', tone: 'destructive' })
  store.dismissErrors()
  expect(title()).toBeUndefined()
})

test('no toast disappears during a pause, and it has its full time after it; dismissing it ends the pause', () => {
  const { store, show, title } = start()
  show('read me')
  store.pause()
  vi.advanceTimersByTime(60_000)
  expect(title()).toBe('read me')
  store.resume()
  vi.advanceTimersByTime(3_999)
  expect(title()).toBe('read me')
  vi.advanceTimersByTime(1)
  expect(title()).toBeUndefined()
  show('dismissed')
  store.pause()
  store.dismissShown()
  show('next')
  vi.advanceTimersByTime(4_000)
  expect(title()).toBeUndefined()
})

test('a person’s next message takes the place of their last one, and a pause goes on', () => {
  const { store, title } = start()
  const first = store.show({ title: 'Gabi: oi', tone: 'message' })
  store.pause()
  store.show({ title: 'Gabi: tudo bem?', tone: 'message' }, first)
  vi.advanceTimersByTime(60_000)
  expect(title()).toBe('Gabi: tudo bem?')
})

test('a moving pointer gives a toast its full time again', () => {
  const { store, show, title } = start()
  show('read me')
  vi.advanceTimersByTime(3_000)
  store.prolong()
  vi.advanceTimersByTime(3_999)
  expect(title()).toBe('read me')
  vi.advanceTimersByTime(1)
  expect(title()).toBeUndefined()
})
