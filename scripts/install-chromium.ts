import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findChromium, NO_CHROMIUM } from './find-chromium.ts'
import { Refusal } from './refusal.ts'

/** Sees to it that there is a Chromium; installs Debian's where we are root on Debian. */
export function ensureChromium(): string {
  const present = findChromium(chromium.executablePath())
  if (present !== undefined) return present
  const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (process.env.CHROMIUM_PATH !== undefined || !mayInstall) throw new Refusal(NO_CHROMIUM)
  console.log('No Chromium here: installing Debian’s package …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    spawnSync('apt-get', args, { env, stdio: 'inherit' })
  }
  const installed = findChromium(chromium.executablePath())
  if (installed === undefined) throw new Refusal(NO_CHROMIUM)
  return installed
}
