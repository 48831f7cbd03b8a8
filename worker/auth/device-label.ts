import type { Browser, System } from '#contract/admin-account.ts'
import { BROWSERS, SYSTEMS } from '#contract/admin-account.ts'

// The first that fits: every browser claims to be several of those below it.
const BROWSER_SIGNS: [Browser, RegExp][] = [
  ['edge', /\bEdg(?:e|A|iOS)?\//],
  ['samsung', /\bSamsungBrowser\//],
  ['opera', /\b(?:OPR|Opera)\//],
  ['firefox', /\b(?:Firefox|FxiOS)\//],
  ['chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['safari', /\bSafari\//],
]
const SYSTEM_SIGNS: [System, RegExp][] = [
  ['android', /\bAndroid\b/],
  ['ios', /\b(?:iPhone|iPad|iPod)\b/],
  ['macos', /\bMac OS X\b/],
  ['windows', /\bWindows\b/],
  ['linux', /\bLinux\b/],
]

/** What is kept of a browser's own words: one of a few names, never the words. */
export function toDeviceLabel(userAgent: string): string | null {
  const browser = BROWSER_SIGNS.find(([, sign]) => sign.test(userAgent))?.[0] ?? ''
  const system = SYSTEM_SIGNS.find(([, sign]) => sign.test(userAgent))?.[0] ?? ''
  return browser || system ? `${browser}/${system}` : null
}

/** The way back; null for what the label does not say. */
export function fromDeviceLabel(label: string | null): {
  browser: Browser | null
  system: System | null
} {
  const [first = '', second = ''] = label?.split('/') ?? []
  return {
    browser: BROWSERS.find((browser) => browser === first) ?? null,
    system: SYSTEMS.find((system) => system === second) ?? null,
  }
}
