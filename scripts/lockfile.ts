import { readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from './paths.ts'

type Entry = {
  version?: string
  resolved?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Entry> }

export type LockedPackage = { path: string; name: string; version: string }

const LOCK_FILE = inRoot('package-lock.json')
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'riscv64', 's390x', 'ppc64', 'loong64', 'wasm32']

const readLock = (): Lock => JSON.parse(readFileSync(LOCK_FILE, 'utf8'))

const isExact = (version: string): boolean => /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)

/** Every package of package-lock.json, nested ones too. */
export function readLockedPackages(): LockedPackage[] {
  return Object.entries(readLock().packages)
    .filter(([path]) => path !== '')
    .map(([path, { version = '' }]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
    }))
}

/** Packages whose place of download is written down: the lock file must install from any mirror. */
export function findRegistryAddresses(): string[] {
  return Object.entries(readLock().packages)
    .filter(([, { resolved }]) => resolved !== undefined)
    .map(([path, { resolved }]) => `${path}: ${resolved}`)
}

/**
 * The builds for other systems that npm leaves out of the lock file where its registry does not
 * have them. `npm ci` then refuses the whole file, on every machine.
 */
export function findMissingBuilds(): { name: string; version: string }[] {
  const { packages } = readLock()
  return Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.entries(optionalDependencies))
    .filter(([name, version]) => isExact(version) && packages[`node_modules/${name}`] === undefined)
    .map(([name, version]) => ({ name, version }))
}

/** What a build runs on, read off its name: `@biomejs/cli-linux-arm64-musl`. */
export function readPlatform(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[-/]/)
  const os = words.filter((word) => SYSTEMS.includes(word))
  const cpu = words.filter((word) => PROCESSORS.includes(word))
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : []
  return {
    ...(os.length > 0 && { os }),
    ...(cpu.length > 0 && { cpu }),
    ...(libc.length > 0 && { libc }),
  }
}

/** Adds the missing builds, so that `npm ci` passes here and installs them where they are needed. */
export function completeLockfile(): void {
  const lock = readLock()
  for (const { name, version } of findMissingBuilds()) {
    lock.packages[`node_modules/${name}`] = { version, ...readPlatform(name), optional: true }
  }
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  const packages = Object.fromEntries(sorted)
  writeFileSync(LOCK_FILE, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
}
