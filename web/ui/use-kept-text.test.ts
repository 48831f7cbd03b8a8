import { afterEach, expect, test, vi } from 'vitest'
import { stubStorage } from '#test/fakes/storage.ts'
import { keepWhileAway } from './use-kept-text.ts'

afterEach(() => vi.unstubAllGlobals())

/** A page with one field. */
function aPage() {
  const kept = stubStorage('sessionStorage')
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const field = { value: 'K7M2QX' }
  const end = keepWhileAway('bar', () => field.value)
  return { kept, field, end, tell: (kind: string) => page.dispatchEvent(new Event(kind)) }
}

test('the text is kept while the page is away, an empty one is not', () => {
  const { kept, field, tell } = aPage()
  tell('pagehide')
  expect(kept.get('bar')).toBe('K7M2QX')
  field.value = ''
  tell('pagehide')
  expect(kept.size).toBe(0)
})

test('a page that comes back with its field keeps nothing', () => {
  const { kept, tell } = aPage()
  tell('pagehide')
  tell('pageshow')
  expect(kept.size).toBe(0)
})

test('a field that is gone leaves no text', () => {
  const { kept, end, tell } = aPage()
  tell('pagehide')
  end()
  expect(kept.size).toBe(0)
  tell('pagehide')
  expect(kept.size).toBe(0)
})
