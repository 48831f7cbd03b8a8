import { accessSync, constants } from 'node:fs'
import { delimiter } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC_PATH = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

export const NO_CHROMIUM =
  'The browser tests need Chromium: install it (or Google Chrome), or name its binary in CHROMIUM_PATH.'

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * CHROMIUM_PATH, else the system's, else the one that Playwright has downloaded.
 * `downloaded` is Playwright's own answer to where that would be.
 */
export function findChromium(downloaded: string, env = process.env): string | undefined {
  const { CHROMIUM_PATH, PATH = '' } = env
  if (CHROMIUM_PATH) return isExecutable(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined
  const candidates = PATH.split(delimiter).flatMap((folder) =>
    NAMES.map((name) => `${folder}/${name}`),
  )
  return [...candidates, MAC_PATH, downloaded].find(isExecutable)
}
