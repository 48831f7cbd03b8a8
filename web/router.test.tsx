import { prerender } from 'react-dom/static'
import { MemoryRouter } from 'react-router'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type * as pageTable from '#contract/pages.ts'
import type * as pageParts from './page-parts.ts'
import type * as router from './router.tsx'
import { Store } from './ui/cell.ts'

const CONTRACT = '#contract/pages.ts'
const PARTS = '#web/page-parts.ts'
const SESSION = '#web/features/admin-session/admin-session.ts'
const LIVE_BARS = '#web/features/monitor/use-live-bars.ts'
const HELP_DESK = '#web/pages/admin/use-help-desk.ts'
const CALLS = '#web/features/safety/calls.tsx'
const MOCKED = [CONTRACT, PARTS, SESSION, LIVE_BARS, HELP_DESK, CALLS]

const PAPER: pageTable.PageRow = { path: '/paper/:paperId', openTo: 'everybody' }
const VAULT: pageTable.PageRow = { path: '/admin/vault', openTo: 'admin' }

const loaded: string[] = []
let role: 'admin' | 'staff' | null = null
let pages: typeof router

const part = (name: string) => async () => {
  loaded.push(name)
  return () => <h1>{name}</h1>
}

const Nothing = () => null

beforeAll(async () => {
  vi.resetModules()
  vi.doMock(CONTRACT, async (importActual) => {
    const actual = await importActual<typeof pageTable>()
    return {
      ...actual,
      PAGE_TABLE: { ...actual.PAGE_TABLE, paper: PAPER, vault: VAULT },
      PAGE_NAMES: [...actual.PAGE_NAMES, 'paper', 'vault'],
      PAGES: { ...actual.PAGES, paper: PAPER.path, vault: VAULT.path },
    }
  })
  vi.doMock(PARTS, async (importActual) => {
    const { PAGE_PARTS } = await importActual<typeof pageParts>()
    return { PAGE_PARTS: { ...PAGE_PARTS, paper: part('Paper'), vault: part('Vault') } }
  })
  vi.doMock(SESSION, () => ({
    useAdminSession: () => ({
      user: role && { id: 'a', email: 'ana@brinde.test', role },
      status: 'signedIn',
      question: null,
    }),
  }))
  // Nothing is live where there is no browser.
  const loader = { store: new Store({ bars: null }, (state) => state) }
  vi.doMock(LIVE_BARS, () => ({ useLiveBars: () => ({ loader }) }))
  vi.doMock(HELP_DESK, () => ({ useHelpDesk: () => ({}) }))
  vi.doMock(CALLS, () => ({ Calls: Nothing }))
  pages = await import('./router.tsx')
})

afterAll(() => {
  for (const module of MOCKED) vi.doUnmock(module)
  vi.resetModules()
})

async function open(path: string): Promise<string> {
  const page = (
    <MemoryRouter initialEntries={[path]}>
      <pages.Router />
    </MemoryRouter>
  )
  return new Response((await prerender(page)).prelude).text()
}

test('the router shows a page by its row of the table and its line of the parts', async () => {
  expect(await open('/paper/7')).toContain('>Paper</h1>')
})

test('a page’s part loads before its first render', async () => {
  loaded.length = 0
  await pages.loadPage('/admin/vault')
  expect(loaded).toEqual(['Vault'])
})

test.each([
  ['admin', true],
  ['staff', false],
  [null, false],
] as const)('the guard shows an administrator’s page to %s: %s', async (signedIn, isShown) => {
  role = signedIn
  expect((await open('/admin/vault')).includes('>Vault</h1>')).toBe(isShown)
})
