import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { CSP_REPORTS } from '#contract/paths.ts'
import { OWN_SCRIPT_POLICY } from '#contract/trusted-types.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { ownOriginOf } from '#worker/http/own-origin.ts'

const TWO_YEARS_S = 63_072_000

/** public/_headers repeats these and `NOTHING` for files: they do not reach the Worker. */
const EVERYWHERE = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // The URL of a bar or chat reveals where and with whom a person is.
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=(), browsing-topics=()',
  // No `includeSubDomains`: the domain's other hosts may not be ours.
  'Strict-Transport-Security': `max-age=${TWO_YEARS_S}`,
}
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
const REPORTS_NAME = 'csp'

/** A route's own headers stay: media have a CSP of their own. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.res.status === 101) return // an upgrade is no document, and its headers are sealed
  for (const [name, value] of Object.entries(EVERYWHERE)) c.res.headers.set(name, value)
  setWhereMissing(
    c,
    'Content-Security-Policy',
    c.var.nonce ? toPagePolicy(c, c.var.nonce) : NOTHING,
  )
  setWhereMissing(c, 'Cache-Control', 'no-store')
  if (c.var.nonce && reportsByName(c)) {
    c.res.headers.set('Reporting-Endpoints', `${REPORTS_NAME}="${CSP_REPORTS}"`)
  }
})

/** Browsers ignore named endpoints over http, and `report-to` would disable `report-uri` there. */
function reportsByName(c: Context<AppEnv>): boolean {
  return ownOriginOf(c.req.raw, c.env).startsWith('https:')
}

function setWhereMissing(c: Context<AppEnv>, name: string, value: string): void {
  if (!c.res.headers.has(name)) c.res.headers.set(name, value)
}

function toPagePolicy(c: Context<AppEnv>, nonce: string): string {
  // Safari before 15.4 does not count wss: as 'self'.
  const socketOrigin = ownOriginOf(c.req.raw, c.env).replace(/^http/, 'ws')
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    `connect-src 'self' ${socketOrigin}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    `report-uri ${CSP_REPORTS}`,
  ]
  if (reportsByName(c)) policy.push(`report-to ${REPORTS_NAME}`)
  // Vite's error overlay is built from HTML strings.
  if (!import.meta.env.DEV)
    policy.push("require-trusted-types-for 'script'", `trusted-types ${OWN_SCRIPT_POLICY}`)
  return policy.join('; ')
}
