import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot, ROOT } from '#scripts/paths.ts'

const readDependencies = (): string[] =>
  ['package.json', 'bench/package.json'].flatMap((path) => {
    const file = JSON.parse(readFileSync(inRoot(path), 'utf8'))
    return [file.dependencies, file.devDependencies, file.optionalDependencies].flatMap((asked) =>
      Object.keys(asked ?? {}),
    )
  })

/** As a word of its own: `ws` is not named by "news", nor `vite` by `@cloudflare/vite-plugin`. */
const names = (text: string, dependency: string): boolean =>
  new RegExp(`(?<![\\w@/-])${dependency}(?![\\w/-])`, 'i').test(text)

test('every dependency has a record in docs/decisions that names it', () => {
  const records = globSync('docs/decisions/*.md', { cwd: ROOT }).map((path) =>
    readFileSync(inRoot(path), 'utf8'),
  )
  const dependencies = readDependencies()
  expect(dependencies).toContain('hono')
  expect(dependencies).toContain('lighthouse')
  const unnamed = dependencies.filter((one) => !records.some((text) => names(text, one)))
  expect(unnamed).toEqual([])
})
