import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  findRegistryAddresses,
  LOCK_FILES,
  readAsked,
  readLockedPackages,
} from '#scripts/lockfile.ts'
import { inRoot } from '#scripts/paths.ts'

/** The oldest versions without a known hole that would matter here. Kept by hand. */
const FLOORS: Record<string, string> = {
  hono: '4.13.5', // GHSA-gqvv, GHSA-g6gw, GHSA-crvj
}

const isAtLeast = (version: string, floor: string): boolean =>
  version.localeCompare(floor, 'en', { numeric: true }) >= 0

test.each(LOCK_FILES)(
  'T48 by %s exact versions are asked for and held, and no package runs a script at installation',
  (lockFile) => {
    const asked = Object.entries(readAsked(lockFile))
    expect(asked).not.toEqual([])
    expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-alpha)?$/.test(version))).toEqual([])
    const locked = new Map(readLockedPackages(lockFile).map(({ path, version }) => [path, version]))
    const held = asked.map(([name]) => [name, locked.get(`node_modules/${name}`)])
    expect(held).toEqual(asked)
    const npmrc = inRoot(lockFile.replace('package-lock.json', '.npmrc'))
    expect(readFileSync(npmrc, 'utf8')).toMatch(/^ignore-scripts=true$/m)
  },
)

test('T48 no locked package is older than its floor, and none is named with a place of download', () => {
  const guarded = readLockedPackages('package-lock.json').filter(({ name }) => name in FLOORS)
  expect(new Set(guarded.map(({ name }) => name))).toEqual(new Set(Object.keys(FLOORS)))
  const old = guarded.filter(({ name, version }) => !isAtLeast(version, FLOORS[name] ?? ''))
  expect(old).toEqual([])
  expect(findRegistryAddresses()).toEqual([])
})

test('T48 every tool that brings a runtime brings the same one', () => {
  const runtimes = readLockedPackages('package-lock.json').filter(({ name }) => name === 'workerd')
  expect(runtimes).toHaveLength(1)
})
