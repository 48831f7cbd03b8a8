import { readFileSync } from 'node:fs'
import { inRoot } from './paths.ts'

type Entry = {
  version?: string
  resolved?: string
  integrity?: string
  /** The archive of the package around it holds this one, and that archive's hash covers it. */
  inBundle?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Entry> }

type LockedPackage = { path: string; name: string; version: string }

/** The lock files of the product and of the packages that only benches need. */
export const LOCK_FILES = ['package-lock.json', 'bench/package-lock.json'] as const

const readLock = (file: string): Lock => JSON.parse(readFileSync(inRoot(file), 'utf8'))

/** The dependencies in the package.json beside a lock file. */
export function readAsked(lockFile: string): Record<string, string> {
  const file = inRoot(lockFile.replace('package-lock.json', 'package.json'))
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  return { ...dependencies, ...devDependencies, ...optionalDependencies }
}

/** Whether a version is a single one. Platforms publish some as `-alpha`, `-beta.2` or `-rc`. */
export const isExact = (version: string): boolean => /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)

/** Every package of a lock file, nested ones too. */
export function readLockedPackages(file: string): LockedPackage[] {
  return Object.entries(readLock(file).packages)
    .filter(([path]) => path !== '')
    .map(([path, { version = '' }]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
    }))
}

/** The packages of package.json that depend on this one, directly or through others. */
export function findBringing(name: string): string[] {
  const { packages } = readLock('package-lock.json')
  const bring = (one: string): boolean =>
    Object.keys(packages[`node_modules/${one}`]?.dependencies ?? {}).some(
      (needed) => needed === name || bring(needed),
    )
  return Object.keys(readAsked('package-lock.json')).filter(bring)
}

/**
 * Returns a line for each fault of a lock file: a place of download, because it must install from any
 * mirror; a package without a hash; and a dependency that npm left out because its registry did not have
 * it, such as a build for another system. `npm ci` then refuses the whole file, at least on that system.
 */
export function findLockFaults({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const needed = Object.entries({ ...entry.dependencies, ...entry.optionalDependencies })
    const missing = needed.filter(([name]) => !isInstalled(packages, path, name))
    return [
      ...(entry.resolved === undefined ? [] : [`${path} names ${entry.resolved}`]),
      ...(path === '' || entry.integrity || entry.inBundle ? [] : [`${path} has no hash`]),
      ...missing.map(([name, version]) => `${name} ${version} is missing`),
    ]
  })
}

/** Whether a package finds another one beside it or in a folder around it, as Node looks for it. */
function isInstalled(packages: Lock['packages'], path: string, name: string): boolean {
  const folder = path === '' ? '' : `${path}/`
  if (packages[`${folder}node_modules/${name}`]) return true
  const around = path.slice(0, Math.max(path.lastIndexOf('node_modules/') - 1, 0))
  return path !== '' && isInstalled(packages, around, name)
}

/** The faults of every lock file. */
export const findFaultsOfLockFiles = (): string[] =>
  LOCK_FILES.flatMap((file) => findLockFaults(readLock(file)).map((fault) => `${file}: ${fault}`))
