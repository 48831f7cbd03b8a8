import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { chromium } from '@playwright/test'
import { UserError } from './user-error.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const HEADLESS_NAMES = ['chromium-headless-shell']
const MAC_PATH = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const NO_CHROMIUM =
  'The browser tests need Chromium: install it (or Google Chrome), or name its binary in CHROMIUM_PATH.'

/** The path of CHROMIUM_PATH, else of the system's, else of the one that Playwright has downloaded. */
export function findChromium(): string {
  const found = searchChromium()
  if (found === undefined) throw new UserError(NO_CHROMIUM)
  return found
}

/**
 * Chromium without windows where the system has it: the same tests take a quarter less CPU. It cannot ask
 * for permissions. Undefined where there is no Chromium.
 */
export function searchHeadlessChromium(): string | undefined {
  const headless = process.env.CHROMIUM_PATH ? undefined : searchPath(HEADLESS_NAMES)
  return headless ?? searchChromium()
}

/** Like `findChromium`. Installs Debian's where there is none and we may. */
export function ensureChromium(): string {
  if (!process.env.CHROMIUM_PATH && searchChromium() === undefined)
    installDebian(['chromium', ...HEADLESS_NAMES])
  return findChromium()
}

/** Installs packages of Debian where this is one and we are its root. */
export function installDebian(packages: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return
  console.log(`Not here: installing Debian’s ${packages.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  for (const args of [['update', '-qq'], install]) {
    spawnSync('apt-get', args, { env, stdio: 'inherit' })
  }
}

function searchChromium(): string | undefined {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return isExecutable(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined
  return searchPath(NAMES) ?? [MAC_PATH, chromium.executablePath()].find(isExecutable)
}

/** The path of the first of these programs. */
export function searchPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => `${folder}/${name}`)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
