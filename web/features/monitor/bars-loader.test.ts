import { expect, test } from 'vitest'
import type { AdminBar } from '#contract/admin-bar.ts'
import { BarsLoader } from './bars-loader.ts'

const aPage = (ids: string[], next: string | null) => ({
  bars: ids.map((id) => ({ id, name: id }) as AdminBar),
  total: 3,
  next,
})

/** A loader whose pages the test lets through. */
function aLoader() {
  const asked: (string | undefined)[] = []
  const shown: (string | undefined)[] = []
  const answers = { fails: false }
  const pages = { '': aPage(['C', 'B'], 'b'), b: aPage(['A'], null) }
  const loader = new BarsLoader(async (after) => {
    asked.push(after)
    if (answers.fails) throw new Error('no network')
    return pages[(after ?? '') as keyof typeof pages]
  })
  const stopWanting = loader.wantAll()
  const state = () => loader.store.read()
  loader.store.subscribe(() => {
    const ids = state().bars?.map(({ id }) => id)
    shown.push(ids?.join(''))
  })
  return { loader, asked, shown, answers, pages, state, stopWanting }
}

test('the first time each page shows as it comes; afterwards the whole list is replaced, or left by a failure', async () => {
  const { loader, asked, shown, state, answers } = aLoader()
  await loader.load()
  expect(asked).toEqual([undefined, 'b'])
  expect(shown).toContain('CB')
  expect(state()).toMatchObject({ total: 3, isLoading: false, hasFailed: false })
  shown.length = 0
  await loader.load()
  answers.fails = true
  await expect(loader.load()).rejects.toThrow('no network')
  expect(new Set(shown)).toEqual(new Set(['CBA']))
  expect(state()).toMatchObject({ total: 3, isLoading: false, hasFailed: true })
})

test('concurrent loads share one answer, but for those after a known change', async () => {
  const { loader, asked } = aLoader()
  await Promise.all([loader.load(), loader.load()])
  expect(asked).toHaveLength(2)
  await Promise.all([loader.load(), loader.loadAnew(), loader.loadAnew()])
  expect(asked).toHaveLength(6)
  await Promise.all([loader.loadAnew(), loader.loadAnew()])
  expect(asked).toHaveLength(8)
})

test('the first page is enough until somebody wants every bar, also while it loads', async () => {
  const { loader, asked, state, stopWanting } = aLoader()
  stopWanting()
  await loader.load()
  expect(asked).toEqual([undefined])
  expect(state()).toMatchObject({ total: 3, isLoading: false, hasFailed: false })
  const again = loader.load()
  loader.wantAll()
  await Promise.all([again, loader.load()])
  expect(state().bars).toHaveLength(3)
})

test('a wish for every bar that comes with the last page of a load loads anew', async () => {
  const { loader, state, stopWanting } = aLoader()
  stopWanting()
  const wanted = Promise.withResolvers<void>()
  const stop = loader.store.subscribe(() => {
    if (!state().bars) return
    stop()
    queueMicrotask(() => {
      loader.wantAll()
      wanted.resolve(loader.loadAnew())
    })
  })
  await loader.load()
  await wanted.promise
  expect(state().bars).toHaveLength(3)
})

test('a reload that nobody wants whole brings new names to all bars that were there', async () => {
  const { loader, pages, state, stopWanting } = aLoader()
  await loader.load()
  stopWanting()
  pages[''].bars.unshift({ id: 'D', name: 'Novo' } as AdminBar)
  const [last] = pages.b.bars
  if (last) last.name = 'Outro nome'
  await loader.loadAnew()
  const names = state().bars?.map(({ id, name }) => [id, name])
  expect(names).toEqual([
    ['D', 'Novo'],
    ['C', 'C'],
    ['B', 'B'],
    ['A', 'Outro nome'],
  ])
})

test('a reload of a first page asks for no other page', async () => {
  const { loader, asked, stopWanting } = aLoader()
  stopWanting()
  await loader.load()
  await loader.load()
  expect(asked).toEqual([undefined, undefined])
})

test('every page is loaded while one of two wants it', async () => {
  const { loader, asked, stopWanting } = aLoader()
  loader.wantAll()
  stopWanting()
  await loader.load()
  expect(asked).toEqual([undefined, 'b'])
})
