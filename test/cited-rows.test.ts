import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot, ROOT } from '#scripts/paths.ts'

const TEST_FILES = ['contract', 'worker', 'web', 'scripts', 'test']
  .flatMap((folder) =>
    globSync([`${folder}/**/*.test.ts`, `${folder}/**/*.test.tsx`, `${folder}/**/*.spec.ts`], {
      cwd: ROOT,
    }),
  )
  .filter((path) => path !== 'test/cited-rows.test.ts')

/** `test('T38 …`, `test('T33 T50 …`, `test.each(x)('R29 …`, `describe('T4 …`, and the samples of test/boundaries.test.ts. */
const CITED = /['"`]((?:[TR]\d{1,2} )+)\S/g
const ROW = /^\| ([TR]\d+) \|/gm

const readRows = (doc: string): string[] =>
  [...readFileSync(inRoot(doc), 'utf8').matchAll(ROW)].map(([, row = '']) => row)

const cited = new Set(
  TEST_FILES.flatMap((path) =>
    [...readFileSync(inRoot(path), 'utf8').matchAll(CITED)].flatMap(([, rows = '']) =>
      rows.trim().split(' '),
    ),
  ),
)

test('every row that a test cites stands in docs/threats.md or docs/faults.md', () => {
  const rows = [...readRows('docs/threats.md'), ...readRows('docs/faults.md')]
  expect([...cited].filter((row) => !rows.includes(row)).sort()).toEqual([])
})

test('every row of docs/threats.md and docs/faults.md has a test that cites it', () => {
  const rows = [...readRows('docs/threats.md'), ...readRows('docs/faults.md')]
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter((row) => !cited.has(row))).toEqual([])
})
