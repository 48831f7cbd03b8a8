import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LOCK_FILES, readAsked } from '#scripts/lockfile.ts'
import { inRoot, ROOT } from '#scripts/paths.ts'

/** Title with its number, date, and the three parts. */
const FORM =
  /^# (\d+)\. .+\n\d{4}-\d{2}-\d{2}\n\n\*\*Context:\*\* .+\n\n\*\*Decision:\*\* .+\n\n\*\*Consequence:\*\* .+\n$/s

const records = globSync('docs/decisions/*', { cwd: ROOT })
  .sort()
  .map((path) => ({ name: path.split('/').at(-1) ?? '', text: readFileSync(inRoot(path), 'utf8') }))

/** Matches whole words: "news" does not name `ws`, nor `@cloudflare/vite-plugin` `vite`. */
const names = (text: string, dependency: string): boolean =>
  new RegExp(`(?<![\\w@/-])${dependency}(?![\\w/-])`, 'i').test(text)

test('every dependency has a record in docs/decisions that names it', () => {
  const dependencies = LOCK_FILES.flatMap((file) => Object.keys(readAsked(file)))
  expect(dependencies).toContain('hono')
  expect(dependencies).toContain('lighthouse')
  const unnamed = dependencies.filter((one) => !records.some(({ text }) => names(text, one)))
  expect(unnamed).toEqual([])
})

test('records are numbered without a gap, dated, in three parts and at most 15 lines long', () => {
  const numbers = records.map(({ name }) => /^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1])
  expect(numbers).toEqual(records.map((_, index) => String(index + 1).padStart(4, '0')))
  const titled = records.map(({ text }) => FORM.exec(text)?.[1]?.padStart(4, '0'))
  expect(titled).toEqual(numbers)
  const long = records.filter(({ text }) => text.trimEnd().split('\n').length > 15)
  expect(long.map(({ name }) => name)).toEqual([])
})
