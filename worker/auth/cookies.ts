import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { TIMINGS } from '#contract/timings.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { isToken } from './token.ts'

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
