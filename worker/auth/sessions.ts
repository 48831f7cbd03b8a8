import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Browser, ProofKind, System } from '#contract/admin-account.ts'
import { BROWSERS, SYSTEMS } from '#contract/admin-account.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { AppEnv } from '#worker/app-env.ts'
import type { NewSession } from '#worker/db/new-session.ts'
import { hashSecret, isSessionToken, mintSessionToken } from './tokens.ts'

// Only the host itself can set a `__Host-` cookie. WebKit refuses one on http://localhost.
const LOCKED = {
  prefix: 'host',
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'Strict',
} as const
const SESSION = 'admin'
const DEVICE = 'admin-device'
const CHALLENGE = 'passkey'
const YEAR_S = 365 * 24 * 3_600

/** Returns null for a token that this deployment has not signed. */
export function readSessionCookie(c: Context<AppEnv>): string | null {
  const token = getCookie(c, SESSION, 'host') ?? ''
  return isSessionToken(c.env.PASSWORD_PEPPER, token) ? token : null
}

export function setSessionCookie(c: Context<AppEnv>, token: string): void {
  setCookie(c, SESSION, token, { ...LOCKED, maxAge: TIMINGS.adminSessionMs / 1_000 })
}

export function clearSessionCookie(c: Context<AppEnv>): void {
  setCookie(c, SESSION, '', { ...LOCKED, maxAge: 0 })
}

export function readDeviceCookie(c: Context<AppEnv>): string {
  return getCookie(c, DEVICE, 'host') ?? ''
}

/** The cookie lasts a year because it grants no access. */
export function setDeviceCookie(c: Context<AppEnv>, device: string): void {
  setCookie(c, DEVICE, device, { ...LOCKED, maxAge: YEAR_S })
}

/** A browser has one challenge at a time: a new one replaces it. */
export function readChallengeCookie(c: Context<AppEnv>): string {
  return getCookie(c, CHALLENGE, 'host') ?? ''
}

export function setChallengeCookie(c: Context<AppEnv>, challenge: string): void {
  setCookie(c, CHALLENGE, challenge, { ...LOCKED, maxAge: TIMINGS.passkeyChallengeMs / 1_000 })
}

export function mintSession(
  c: Context<AppEnv>,
  openedBy: ProofKind,
): NewSession & { token: string } {
  const token = mintSessionToken(c.env.PASSWORD_PEPPER)
  return { token, tokenHash: hashSecret(token), deviceLabel: deviceLabelOf(c), openedBy }
}

export function deviceLabelOf(c: Context<AppEnv>): string | null {
  return toDeviceLabel(c.req.header('User-Agent') ?? '')
}

// The first match counts: a browser also claims to be the ones below it.
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

/** Keeps known names only, never the User-Agent itself. */
export function toDeviceLabel(userAgent: string): string | null {
  const browser = BROWSER_SIGNS.find(([, sign]) => sign.test(userAgent))?.[0] ?? ''
  const system = SYSTEM_SIGNS.find(([, sign]) => sign.test(userAgent))?.[0] ?? ''
  return browser || system ? `${browser}/${system}` : null
}

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
