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

type LockedPackage = { path: string; name: string; version: string }

/** The product's, and that of the packages which only benches need. */
export const LOCK_FILES = ['package-lock.json', 'bench/package-lock.json'] as const
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'riscv64', 's390x', 'ppc64', 'loong64', 'wasm32']

const readLock = (file: string): Lock => JSON.parse(readFileSync(inRoot(file), 'utf8'))

/** What the package.json beside a lock file asks for. */
export function readAsked(lockFile: string): Record<string, string> {
  const file = inRoot(lockFile.replace('package-lock.json', 'package.json'))
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  return { ...dependencies, ...devDependencies, ...optionalDependencies }
}

const isExact = (version: string): boolean => /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)

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

/** Packages whose place of download is written down: a lock file must install from any mirror. */
export function findRegistryAddresses(): string[] {
  return LOCK_FILES.flatMap((file) =>
    Object.entries(readLock(file).packages)
      .filter(([, { resolved }]) => resolved !== undefined)
      .map(([path, { resolved }]) => `${file}: ${path}: ${resolved}`),
  )
}

/**
 * The builds for other systems that npm leaves out of a lock file where its registry does not
 * have them. `npm ci` then refuses the whole file, on every machine.
 */
export function findMissingBuilds(file: string): { name: string; version: string }[] {
  const { packages } = readLock(file)
  return Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.entries(optionalDependencies))
    .filter(([name, version]) => isExact(version) && packages[`node_modules/${name}`] === undefined)
    .map(([name, version]) => ({ name, version }))
}

/** The systems that a build runs on, read off its name: `@biomejs/cli-linux-arm64-musl`. */
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
export function completeLockFiles(): void {
  for (const file of LOCK_FILES) complete(file)
}

function complete(file: string): void {
  const lock = readLock(file)
  for (const { name, version } of findMissingBuilds(file)) {
    lock.packages[`node_modules/${name}`] = { version, ...readPlatform(name), optional: true }
  }
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  const packages = Object.fromEntries(sorted)
  writeFileSync(inRoot(file), `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
}
