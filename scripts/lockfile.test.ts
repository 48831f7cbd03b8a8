import { expect, test } from 'vitest'
import { findLockFaults } from './lockfile.ts'

const integrity = 'sha512-AA=='

test.each([
  ['a package without a hash', { 'node_modules/a': {} }, 'node_modules/a has no hash'],
  [
    'a place of download',
    { 'node_modules/a': { integrity, resolved: 'https://mirror.example/a.tgz' } },
    'node_modules/a names https://mirror.example/a.tgz',
  ],
  [
    'a missing build for another system',
    { 'node_modules/a': { integrity, optionalDependencies: { 'a-darwin-arm64': '1.0.0-rc.1' } } },
    'a-darwin-arm64 1.0.0-rc.1 is missing',
  ],
  [
    'an optional package that the registry did not have',
    { 'node_modules/a': { integrity, optionalDependencies: { b: '^1.0.0' } } },
    'b ^1.0.0 is missing',
  ],
  [
    'a package that only another one has',
    {
      'node_modules/a': { integrity, dependencies: { c: '^1.0.0' } },
      'node_modules/b': { integrity },
      'node_modules/b/node_modules/c': { integrity },
    },
    'c ^1.0.0 is missing',
  ],
])('a lock file with %s is refused', (_, packages, fault) => {
  expect(findLockFaults({ packages: { '': {}, ...packages } })).toEqual([fault])
})

test('a package finds another one in its own folder, beside it and further out', () => {
  const packages = {
    'node_modules/@a/a': { integrity, dependencies: { b: '1.0.0', c: '^1.0.0' } },
    'node_modules/@a/a/node_modules/b': { integrity, optionalDependencies: { c: '~1.0.0' } },
    'node_modules/c': { integrity },
  }
  expect(findLockFaults({ packages })).toEqual([])
})

test('a package inside the archive of another one needs no hash of its own', () => {
  const bundled = {
    'node_modules/a': { integrity },
    'node_modules/a/node_modules/b': { inBundle: true },
  }
  expect(findLockFaults({ packages: bundled })).toEqual([])
})
