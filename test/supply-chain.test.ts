import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findRegistryAddresses, LOCK_FILES, readLockedPackages } from '#scripts/lockfile.ts'
import { inRoot } from '#scripts/paths.ts'

/** The oldest versions without a known hole that would matter here. Kept by hand. */
const FLOORS: Record<string, string> = {
  hono: '4.13.5', // GHSA-gqvv, GHSA-g6gw, GHSA-crvj
}

type PackageFile = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>

/** What the package.json beside a lock file asks for. */
function readAsked(lockFile: string): Record<string, string> {
  const file = lockFile.replace('package-lock.json', 'package.json')
  const { dependencies, devDependencies, optionalDependencies }: PackageFile = JSON.parse(
    readFileSync(inRoot(file), 'utf8'),
  )
  return { ...dependencies, ...devDependencies, ...optionalDependencies }
}

const isAtLeast = (version: string, floor: string): boolean =>
  version.localeCompare(floor, 'en', { numeric: true }) >= 0

test.each(LOCK_FILES)('T48 the package.json beside %s asks for exact versions', (lockFile) => {
  const asked = Object.entries(readAsked(lockFile))
  expect(asked).not.toEqual([])
  const inexact = asked.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-alpha)?$/.test(version))
  expect(inexact).toEqual([])
})

test.each(LOCK_FILES)('T48 %s holds what its package.json asks for', (lockFile) => {
  const locked = new Map(readLockedPackages(lockFile).map(({ path, version }) => [path, version]))
  for (const [name, version] of Object.entries(readAsked(lockFile))) {
    expect([name, locked.get(`node_modules/${name}`)]).toEqual([name, version])
  }
})

test('T48 no locked package is older than its floor', () => {
  const guarded = readLockedPackages('package-lock.json').filter(({ name }) => name in FLOORS)
  expect(new Set(guarded.map(({ name }) => name))).toEqual(new Set(Object.keys(FLOORS)))
  const old = guarded.filter(({ name, version }) => !isAtLeast(version, FLOORS[name] ?? ''))
  expect(old).toEqual([])
})

test('T48 the lock files name no place of download', () => {
  expect(findRegistryAddresses()).toEqual([])
})

test.each(LOCK_FILES.map((file) => file.replace('package-lock.json', '.npmrc')))(
  'T48 by %s no package runs a script at installation',
  (file) => {
    expect(readFileSync(inRoot(file), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  },
)

test('T48 every tool that brings a runtime brings the same one', () => {
  const runtimes = readLockedPackages('package-lock.json').filter(({ name }) => name === 'workerd')
  expect(runtimes).toHaveLength(1)
})
