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
])('a lock file with %s is refused', (_, packages, fault) => {
  expect(findLockFaults({ packages: { '': {}, ...packages } })).toEqual([fault])
})

test('a package inside the archive of another one needs no hash of its own', () => {
  const bundled = {
    'node_modules/a': { integrity },
    'node_modules/a/node_modules/b': { inBundle: true },
  }
  expect(findLockFaults({ packages: bundled })).toEqual([])
})
