import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { chromium } from '@playwright/test'
import { UserError } from './user-error.ts'

/** The one without windows first: it takes a quarter less CPU for the same tests. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const MAC_PATH = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const NO_CHROMIUM =
  'The browser tests need Chromium: install it (or Google Chrome), or name its binary in CHROMIUM_PATH.'

/** The path of CHROMIUM_PATH, else of the system's, else of the one that Playwright has downloaded. */
export function findChromium(): string {
  const found = searchChromium()
  if (found === undefined) throw new UserError(NO_CHROMIUM)
  return found
}

/** The same. Installs Debian's where there is none and we are root on Debian. */
export function ensureChromium(): string {
  const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (searchChromium() === undefined && process.env.CHROMIUM_PATH === undefined && mayInstall) {
    console.log('No Chromium here: installing Debian’s package …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'],
    ]) {
      spawnSync('apt-get', args, { env, stdio: 'inherit' })
    }
  }
  return findChromium()
}

function searchChromium(): string | undefined {
  const { CHROMIUM_PATH, PATH = '' } = process.env
  if (CHROMIUM_PATH) return isExecutable(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined
  const candidates = PATH.split(delimiter).flatMap((folder) =>
    NAMES.map((name) => `${folder}/${name}`),
  )
  return [...candidates, MAC_PATH, chromium.executablePath()].find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
