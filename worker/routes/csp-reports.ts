import type { Context } from 'hono'
import { Hono } from 'hono'
import * as v from 'valibot'
import { CodedError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { pageErrorSchema } from '#contract/page-error.ts'
import { PAGES } from '#contract/pages.ts'
import { CSP_REPORTS, OFFLINE_PAGE } from '#contract/paths.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { readJsonBody } from '#worker/http/input.ts'
import { networkOf } from '#worker/http/network.ts'
import { isOwnOrigin } from '#worker/http/own-origin.ts'
import { KeyedBuckets } from '#worker/keyed-buckets.ts'
import { log } from '#worker/log.ts'

const REPORT_TYPE = /^application\/(?:csp-report|reports\+json)(?:\s*;\s*charset=utf-8)?$/i

const PAGE_ERROR_TYPE = /^application\/json(?:\s*;\s*charset=utf-8)?$/i

// Browsers add other keys, such as a sample of the script. They are dropped.
/** The body that browsers send to `report-uri`. */
const oneReportSchema = v.pipe(
  v.object({
    'csp-report': v.object({
      'document-uri': v.string(),
      'violated-directive': v.string(),
      'effective-directive': v.optional(v.string()),
      'blocked-uri': v.string(),
    }),
  }),
  v.transform(({ 'csp-report': report }) => [
    {
      page: report['document-uri'],
      // CSP 2 sends the whole directive.
      directive: (report['effective-directive'] || report['violated-directive']).split(' ')[0],
      blocked: report['blocked-uri'],
    },
  ]),
)
/** The body that browsers send to `report-to`. */
const reportsSchema = v.pipe(
  v.array(
    v.object({
      type: v.literal('csp-violation'),
      body: v.object({
        documentURL: v.string(),
        effectiveDirective: v.string(),
        blockedURL: v.nullish(v.string(), ''),
      }),
    }),
  ),
  v.minLength(1),
  v.maxLength(LIMITS.cspReportsPerRequest),
  v.transform((reports) =>
    reports.map(({ body }) => ({
      page: body.documentURL,
      directive: body.effectiveDirective,
      blocked: body.blockedURL,
    })),
  ),
)
const bodySchema = v.union([reportsSchema, oneReportSchema])

/** Logs a violation as words from closed lists, without any text of the report. */
export const cspReports = new Hono<AppEnv>().post(CSP_REPORTS, async (c) => {
  if (isForeign(c)) throw new CodedError('foreign_origin')
  const isOwn = (address: string) => isOwnOrigin(URL.parse(address)?.origin, c.req.raw, c.env)
  if (PAGE_ERROR_TYPE.test(c.req.header('Content-Type') ?? '')) {
    await logPageError(c, isOwn)
    return c.body(null, 204)
  }
  const limits = { type: REPORT_TYPE, maxBytes: LIMITS.cspReportBytes }
  const violations = await readJsonBody(c.req.raw, bodySchema, limits)
  if (!violations.every(({ page }) => isOwn(page))) {
    throw new CodedError('invalid_request', 'not a page of this site')
  }
  for (const { page, directive = '', blocked } of violations) {
    if (!mayLog(networkOf(c.req.raw))) break
    log('csp_violation', {
      directive: DIRECTIVE.test(directive) ? directive : 'other',
      blocked: isOwn(blocked) ? 'own' : toClass(blocked),
      route: toPattern(page),
    })
  }
  return c.body(null, 204)
})

/** Logs an error in a page the same way (web/page-errors.ts). */
async function logPageError(
  c: Context<AppEnv>,
  isOwn: (address: string) => boolean,
): Promise<void> {
  const limits = { type: PAGE_ERROR_TYPE, maxBytes: LIMITS.cspReportBytes }
  const { page, name, file, line, column } = await readJsonBody(c.req.raw, pageErrorSchema, limits)
  if (!isOwn(page)) throw new CodedError('invalid_request', 'not a page of this site')
  if (!mayLog(networkOf(c.req.raw))) return
  const [, built] = (isOwn(file) && BUILT_FILE.exec(new URL(file).pathname)) || []
  const isThere = built && (await c.env.ASSETS.fetch(new Request(file, { method: 'HEAD' }))).ok
  log('page_failed', {
    name: ERROR_NAME.test(name) ? name : 'other',
    place: isThere ? `${built}:${line}:${column}` : 'other',
    route: toPattern(page),
  })
}

const BUILT_FILE = /^\/assets\/([\w.-]+\.js)$/
const ERROR_NAME =
  /^(?:(?:Aggregate|Range|Reference|Syntax|Type|URI)?Error|(?:Abort|Constraint|Data|DataClone|InvalidAccess|InvalidState|Network|NotAllowed|NotFound|NotReadable|NotSupported|QuotaExceeded|Security|Timeout)Error|CodedError|ValiError)$/

/** Replaces `sameOrigin`: a report that is sent outside of any page may have neither header. */
function isForeign(c: Context<AppEnv>): boolean {
  const site = c.req.header('Sec-Fetch-Site')
  if (site !== undefined) return site !== 'same-origin'
  const origin = c.req.header('Origin')
  return origin !== undefined && !isOwnOrigin(origin, c.req.raw, c.env)
}

const DIRECTIVE =
  /^(?:(?:child|connect|default|font|frame|img|manifest|media|object|worker)-src|(?:script|style)-src(?:-elem|-attr)?|base-uri|form-action|frame-ancestors|require-trusted-types-for|trusted-types)$/
const BLOCKED_WORD =
  /^(?:inline|eval|wasm-eval|self|trusted-types-policy|trusted-types-sink|data|blob)$/

function toClass(blocked: string): string {
  const [scheme = ''] = blocked.split(':')
  if (BLOCKED_WORD.test(scheme)) return scheme
  if (scheme.endsWith('-extension')) return 'extension'
  return /^(?:https?|wss?)$/.test(scheme) ? 'foreign' : 'other'
}

function toPattern(page: string): string {
  const parts = new URL(page).pathname.split('/')
  const fits = (pattern: string) => {
    const wanted = pattern.split('/')
    return (
      wanted.length === parts.length &&
      wanted.every((part, at) => part.startsWith(':') || part === parts[at])
    )
  }
  return [...Object.values(PAGES), OFFLINE_PAGE].find(fits) ?? 'other'
}

const MINUTE_S = 60
const buckets = new KeyedBuckets({
  network: { burst: LIMITS.cspReportsBurst, perSecond: LIMITS.cspReportsPerMinute / MINUTE_S },
  isolate: {
    burst: LIMITS.cspReportsPerIsolate,
    perSecond: LIMITS.cspReportsPerIsolate / MINUTE_S,
  },
})

/** Any client may send reports. Those beyond a real fault's number say nothing new. */
function mayLog(network: string): boolean {
  const now = Date.now()
  const keys = [['network', network] as const, ['isolate', ''] as const]
  if (!buckets.haveAll(keys, now)) return false
  buckets.spendAll(keys, now)
  return true
}
