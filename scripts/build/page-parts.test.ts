import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { OpenTo } from '#contract/pages.ts'
import { PAGE_TABLE } from '#contract/pages.ts'
import { inRoot } from '#scripts/paths.ts'
import { toPageParts } from './page-parts.ts'

const source = readFileSync(inRoot('web/page-parts.ts'), 'utf8')
const LINE = "  vault: async () => (await import('#web/pages/vault-page.tsx')).VaultPage,\n"
const FRAMES: [OpenTo, string[]][] = [
  ['everybody', []],
  ['patron', ['web/pages/bar/bar-layout.tsx']],
  ['staff', ['web/pages/admin/admin-guard.tsx']],
  ['admin', ['web/pages/admin/admin-guard.tsx']],
]

test.each(FRAMES)('a browser preloads a page open to %s with its frame', (openTo, frames) => {
  const table = { ...PAGE_TABLE, vault: { path: '/vault', openTo } }
  const parts = toPageParts(
    table,
    source.replace('  landing:', (row) => LINE + row),
  )
  expect(parts['/vault']).toEqual([...frames, 'web/pages/vault-page.tsx'])
})

test('a page without a line in web/page-parts.ts stops the build', () => {
  const table = { ...PAGE_TABLE, vault: { path: '/vault', openTo: 'everybody' } as const }
  expect(() => toPageParts(table, source)).toThrow('web/page-parts.ts has no line of vault')
})
