import { expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CSP_REPORTS } from '#contract/paths.ts'
import { ask, failureOf, ORIGIN, OWN_PAGE } from '#test/worker/requests.ts'

const OLD = 'application/csp-report'
const NEW = 'application/reports+json'
const CANARY = 'tok3n-Ana-7'
const CHAT = `${ORIGIN}/bar/ABC234/chat/${CANARY}?${CANARY}#${CANARY}`

const FILE = '/assets/index-AbCd1234.js'
/** A build of one file. */
const ONE_FILE = {
  fetch: async (input: Request) =>
    new Response(null, { status: new URL(input.url).pathname === FILE ? 200 : 404 }),
} as unknown as Fetcher

let address = 0

/** Sends from a browser on a network of its own. */
function send(body: unknown, type = OLD, from = ++address, headers: object = OWN_PAGE) {
  const request = {
    method: 'POST',
    headers: { ...headers, 'Content-Type': type, 'CF-Connecting-IP': `203.0.113.${from}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
  return ask(CSP_REPORTS, request, { ASSETS: ONE_FILE })
}

function listen() {
  const spy = vi.spyOn(console, 'warn').mockImplementation(() => {})
  return () => spy.mock.calls.map(([line]) => JSON.parse(String(line)))
}

const policy = `script-src 'nonce-${CANARY}'`
const old = (report: object = {}) => ({
  'csp-report': {
    'document-uri': CHAT,
    referrer: CANARY,
    'script-sample': CANARY,
    'status-code': 200,
    'violated-directive': policy,
    'original-policy': policy,
    'effective-directive': 'script-src-elem',
    'blocked-uri': `https://evil.example/${CANARY}`,
    ...report,
  },
})
const one = (body: object = {}) => ({
  age: 2,
  type: 'csp-violation',
  url: CHAT,
  user_agent: CANARY,
  body: {
    documentURL: CHAT,
    disposition: 'enforce',
    effectiveDirective: 'img-src',
    blockedURL: 'data',
    sample: CANARY,
    ...body,
  },
})

test('T21 T43 a violation becomes one log line of known words, without address or sample', async () => {
  const lines = listen()
  expect((await send(old())).status).toBe(204)
  const two = [one(), one({ documentURL: `${ORIGIN}/barmonitor` })]
  expect((await send(two, NEW)).status).toBe(204)
  // A browser sends reports outside of any page, without headers that name their origin.
  expect((await send([one()], NEW, undefined, {})).status).toBe(204)
  const [event, level] = ['csp_violation', 'warn']
  const route = '/bar/:barId/chat/:userId'
  expect(lines()).toEqual([
    { event, level, directive: 'script-src-elem', blocked: 'foreign', route },
    { event, level, directive: 'img-src', blocked: 'data', route },
    { event, level, directive: 'img-src', blocked: 'data', route: '/barmonitor' },
    { event, level, directive: 'img-src', blocked: 'data', route },
  ])
})

test.each([
  ['inline', 'inline'],
  ['trusted-types-sink', 'trusted-types-sink'],
  [`data:text/html,${CANARY}`, 'data'],
  [`moz-extension://${CANARY}/x.js`, 'extension'],
  [`${ORIGIN}/media/${CANARY}`, 'own'],
  [`wss://${CANARY}.example`, 'foreign'],
  [CANARY, 'other'],
  ['', 'other'],
])('T43 the blocked %s is logged as %s', async (blocked, logged) => {
  const lines = listen()
  const report = {
    'blocked-uri': blocked,
    'effective-directive': CANARY,
    'document-uri': `${ORIGIN}/${CANARY}`,
  }
  expect((await send(old(report))).status).toBe(204)
  expect(lines()).toEqual([
    { event: 'csp_violation', level: 'warn', directive: 'other', blocked: logged, route: 'other' },
  ])
})

const PAGE_ERROR = 'application/json'
const ELSEWHERE = 'https://evil.example/'

const pageError = (report: object = {}) => ({
  page: CHAT,
  name: 'TypeError',
  file: `${ORIGIN}${FILE}`,
  line: 1,
  column: 2345,
  ...report,
})

test.each([
  ['a violation of another site’s page', OLD, old({ 'document-uri': ELSEWHERE })],
  ['a violation of no page', OLD, old({ 'document-uri': 'x' })],
  ['a violation of no form', OLD, { 'csp-report': {} }],
  ['a violation of a wrong type', OLD, old({ 'blocked-uri': 7 })],
  ['too many violations', OLD, Array(LIMITS.cspReportsPerRequest + 1).fill(one())],
  ['no violations', OLD, []],
  ['a report of something else', OLD, [{ ...one(), type: 'deprecation' }]],
  ['an error of another site’s page', PAGE_ERROR, pageError({ page: ELSEWHERE })],
  ['an error with its message', PAGE_ERROR, pageError({ message: CANARY })],
  ['an error at no place', PAGE_ERROR, pageError({ line: -1 })],
])('T43 %s is refused and not logged', async (_, type, body) => {
  const lines = listen()
  expect(await failureOf(await send(body, type))).toBe('400 invalid_request')
  expect(lines()).toEqual([])
})

test('T20 a report from another site’s page, too long or of another type is refused', async () => {
  for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://evil.example' }]) {
    expect(await failureOf(await send(old(), OLD, undefined, headers))).toBe('403 foreign_origin')
  }
  const long = old({ referrer: 'x'.repeat(LIMITS.cspReportBytes) })
  expect(await failureOf(await send(long))).toBe('413 too_large')
  expect(await failureOf(await send(old(), 'text/plain'))).toBe('415 unsupported_media_type')
  expect(await failureOf(await ask(CSP_REPORTS))).toBe('405 method_not_allowed')
})

const PLACE = 'index-AbCd1234.js:1:2345'
const WITH_PASSWORD = `https://${CANARY}:${CANARY}@${new URL(ORIGIN).host}${FILE}`
const FOREIGN = { name: CANARY, file: `https://${CANARY}.example${FILE}` }

test.each([
  ['of the build', {}, { name: 'TypeError', place: PLACE }],
  ['whose address has a password', { file: WITH_PASSWORD }, { name: 'TypeError', place: PLACE }],
  ['of another site’s script', FOREIGN, { name: 'other', place: 'other' }],
  [
    'of an unknown file',
    { file: `${ORIGIN}/assets/${CANARY}.js` },
    { name: 'TypeError', place: 'other' },
  ],
])('T43 an error %s becomes one log line of known words', async (_, report, logged) => {
  const lines = listen()
  expect((await send(pageError(report), PAGE_ERROR)).status).toBe(204)
  const route = '/bar/:barId/chat/:userId'
  const build = expect.any(String)
  expect(lines()).toEqual([{ event: 'page_failed', level: 'warn', ...logged, route, build }])
})

test.each([
  ['violations', (from: number) => send(old(), OLD, from)],
  ['errors of pages', (from: number) => send(pageError(), PAGE_ERROR, from)],
])(
  'T43 a network that floods with %s is still answered but not logged, and other networks are',
  async (_, report) => {
    const lines = listen()
    const flooding = ++address
    for (let sent = 0; sent < LIMITS.cspReportsBurst + 5; sent += 1) {
      expect((await report(flooding)).status).toBe(204)
    }
    expect(lines()).toHaveLength(LIMITS.cspReportsBurst)
    await report(++address)
    expect(lines()).toHaveLength(LIMITS.cspReportsBurst + 1)
  },
)
