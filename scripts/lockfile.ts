import { readFileSync } from 'node:fs'
import { inRoot } from './paths.ts'

export type LockedPackage = { path: string; name: string; version: string; resolved?: string }

/** Every package of package-lock.json, nested ones too. */
export function readLockedPackages(): LockedPackage[] {
  const lock: { packages: Record<string, { version?: string; resolved?: string }> } = JSON.parse(
    readFileSync(inRoot('package-lock.json'), 'utf8'),
  )
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, { version = '', resolved }]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      ...(resolved === undefined ? {} : { resolved }),
    }))
}

/** Packages whose place of download is written down: the lock file must install from any mirror. */
export function findRegistryAddresses(): string[] {
  return readLockedPackages()
    .filter(({ resolved }) => resolved !== undefined)
    .map(({ path, resolved }) => `${path}: ${resolved}`)
}
