import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

/** For programs with threads. */
const LIBRARY = 'libfaketimeMT.so.1'
const FOLDERS = [
  '/usr/lib/*/faketime',
  '/usr/lib/faketime',
  '/usr/local/lib/faketime',
  '/usr/lib64/faketime',
]

export const NO_FAKETIME =
  'The test of the clock needs libfaketime: install it (Debian’s package is called libfaketime), or name its library in FAKETIME_LIBRARY.'

/** FAKETIME_LIBRARY, else the system's libfaketime. */
export function findFaketime(folders = FOLDERS, env = process.env): string | undefined {
  const { FAKETIME_LIBRARY } = env
  if (FAKETIME_LIBRARY) return existsSync(FAKETIME_LIBRARY) ? FAKETIME_LIBRARY : undefined
  return globSync(folders.map((folder) => `${folder}/${LIBRARY}`)).sort()[0]
}

/** Installs Debian's libfaketime where it is missing and we are root on Debian. Elsewhere its test says what it needs. */
export function provideFaketime(): void {
  const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (findFaketime() || process.env.FAKETIME_LIBRARY !== undefined || !mayInstall) return
  console.log('No libfaketime here: installing Debian’s package …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'libfaketime'],
  ]) {
    spawnSync('apt-get', args, { env, stdio: 'inherit' })
  }
}
