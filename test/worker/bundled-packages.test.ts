import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { THIRD_PARTY } from '#contract/paths.ts'
import { readLockedPackages } from '#scripts/lockfile.ts'
import { BUILT_WORKER_DIR, inRoot, ROOT } from '#scripts/paths.ts'
import { readClientFile } from './built-files.ts'

const WORKER = basename(BUILT_WORKER_DIR)

const bundled = (environment: string): string[] =>
  JSON.parse(readFileSync(inRoot(`dist/packages-${environment}.json`), 'utf8'))

// npm makes the SBOM of docs/operations.md from the lock file.
test('T48 the bundles hold no package that is not in the lock file', () => {
  const locked = readLockedPackages('package-lock.json')
  const listed = new Set(locked.map(({ name, version }) => `${name}@${version}`))
  expect(globSync('dist/packages-*.json', { cwd: ROOT }).length).toBeGreaterThanOrEqual(2)
  // Each list must contain a package that is surely bundled, or the comparison below would prove nothing.
  expect(bundled('client').some((name) => name.startsWith('react-dom@'))).toBe(true)
  expect(bundled(WORKER).some((name) => name.startsWith('hono@'))).toBe(true)
  expect([...bundled('client'), ...bundled(WORKER)].filter((name) => !listed.has(name))).toEqual([])
})

test('the licence of every bundled package is served with the site', () => {
  const notices = readClientFile(THIRD_PARTY.slice(1))
    .toString()
    .split(/^-{78}$/m)
  const all = [...new Set([...bundled('client'), ...bundled(WORKER)])]
  const without = all.filter((name) => {
    const notice = notices.find((one) => one.startsWith(`\n${name}\n`)) ?? ''
    return notice.length < 500 && !notice.includes('stands under jsqr')
  })
  expect(without).toEqual([])
})
