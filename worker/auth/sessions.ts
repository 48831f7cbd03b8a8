import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Browser, System } from '#contract/admin-account.ts'
import { BROWSERS, SYSTEMS } from '#contract/admin-account.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { AppEnv } from '#worker/app-env.ts'
import type { NewSession } from '#worker/db/new-session.ts'
import { hashSecret, isToken, mintToken } from './tokens.ts'

// Browsers take a `__Host-` cookie only with Secure, with the path / and without a domain: no other
// host of the same site can plant one. They do so on http://localhost too.
const LOCKED = {
  prefix: 'host',
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'Strict',
} as const
const SESSION = 'admin'
const DEVICE = 'admin-device'
const YEAR_S = 365 * 24 * 3_600

/** The session's token that the browser sent; null where there is none that could be one. */
export function readSessionCookie(c: Context<AppEnv>): string | null {
  const token = getCookie(c, SESSION, 'host') ?? ''
  return isToken(token) ? token : null
}

/** Kept as long as a session can last at most. */
export function setSessionCookie(c: Context<AppEnv>, token: string): void {
  setCookie(c, SESSION, token, { ...LOCKED, maxAge: TIMINGS.adminSessionMs / 1_000 })
}

/** Has the browser forget its session. */
export function clearSessionCookie(c: Context<AppEnv>): void {
  setCookie(c, SESSION, '', { ...LOCKED, maxAge: 0 })
}

/** What the browser says that it is, unread; empty where it says nothing. */
export function readDeviceCookie(c: Context<AppEnv>): string {
  return getCookie(c, DEVICE, 'host') ?? ''
}

/** Kept for a year: it opens nothing. */
export function setDeviceCookie(c: Context<AppEnv>, device: string): void {
  setCookie(c, DEVICE, device, { ...LOCKED, maxAge: YEAR_S })
}

/** A session for the browser that asks; it is open once D1 knows it. */
export function mintSession(c: Context<AppEnv>): NewSession & { token: string } {
  const token = mintToken()
  const deviceLabel = toDeviceLabel(c.req.header('User-Agent') ?? '')
  return { token, tokenHash: hashSecret(token), deviceLabel }
}

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
