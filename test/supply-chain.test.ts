import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findRegistryAddresses, readLockedPackages } from '#scripts/lockfile.ts'
import { inRoot } from '#scripts/paths.ts'

/** The oldest versions without a known hole that would matter here. Kept by hand. */
const FLOORS: Record<string, string> = {
  hono: '4.13.5', // GHSA-gqvv, GHSA-g6gw, GHSA-crvj
}

type PackageFile = Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string>
>
const { dependencies, devDependencies, optionalDependencies }: PackageFile = JSON.parse(
  readFileSync(inRoot('package.json'), 'utf8'),
)
const asked = { ...dependencies, ...devDependencies, ...optionalDependencies }

const isAtLeast = (version: string, floor: string): boolean =>
  version.localeCompare(floor, 'en', { numeric: true }) >= 0

test('T48 package.json asks for exact versions', () => {
  const inexact = Object.entries(asked).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
  expect(inexact).toEqual([])
})

test('T48 the lock file holds what package.json asks for', () => {
  const locked = new Map(readLockedPackages().map(({ path, version }) => [path, version]))
  for (const [name, version] of Object.entries(asked)) {
    expect([name, locked.get(`node_modules/${name}`)]).toEqual([name, version])
  }
})

test('T48 no locked package is older than its floor', () => {
  const guarded = readLockedPackages().filter(({ name }) => name in FLOORS)
  expect(new Set(guarded.map(({ name }) => name))).toEqual(new Set(Object.keys(FLOORS)))
  const old = guarded.filter(({ name, version }) => !isAtLeast(version, FLOORS[name] ?? ''))
  expect(old).toEqual([])
})

test('T48 the lock file names no place of download', () => {
  expect(findRegistryAddresses()).toEqual([])
})

test('T48 no package runs a script of its own at installation', () => {
  expect(readFileSync(inRoot('.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
})

test('T48 every tool that brings a runtime brings the same one', () => {
  const runtimes = readLockedPackages().filter(({ name }) => name === 'workerd')
  expect(runtimes).toHaveLength(1)
})
