import { expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { bytesOf, toDataUrl } from '#test/fakes/pictures.ts'
import { aProfile } from '#test/fakes/profile.ts'
import { ask, askFromPage, enterBar, ORIGIN } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { expectSecure } from '#test/worker/secure-headers.ts'

const broken = {
  prepare: () => {
    throw new Error('down')
  },
} as unknown as D1Database

/** One response of each kind. */
const CLASSES: [string, number, (bar: Bar) => Promise<Response>][] = [
  ['a page', 200, () => ask('/')],
  ['a page of a bar', 200, ({ barId }) => ask(`/bar/${barId}`)],
  ['a redirect', 308, ({ barId }) => ask(`/bar/${barId.toLowerCase()}`, { redirect: 'manual' })],
  ['an unknown page', 404, () => ask('/nope')],
  ['a page asked wrongly', 405, () => ask('/', { method: 'POST' })],
  ['JSON', 200, ({ barId }) => ask(`/api/bars/${barId}`)],
  ['a new person', 201, ({ barId }) => enter(barId)],
  ['an unknown bar', 404, () => ask('/api/bars/ZZZZZZ')],
  ['a wrong method', 405, () => ask('/api/bars/ZZZZZZ', { headers: OWN, method: 'PUT' })],
  ['a refused origin', 403, () => ask('/api/bars/ZZZZZZ', { method: 'PUT' })],
  [
    'too large a body',
    413,
    ({ barId }) => send(barId, JSON_TYPE, 'x'.repeat(LIMITS.requestBytes + 1)),
  ],
  ['a body of another type', 415, ({ barId }) => send(barId, 'text/plain', '{}')],
  ['a body that is not JSON', 400, ({ barId }) => send(barId, JSON_TYPE, '{')],
  ['the manifest', 200, () => ask('/manifest.webmanifest')],
  ['no visit', 401, ({ barId }) => ask(`/api/bars/${barId}/visit/blocks`)],
  ['no upgrade', 426, ({ barId }) => ask(`/api/bars/${barId}/socket`)],
  ['a failure', 500, () => ask('/api/bars/ZZZZZZ', {}, { DB: broken })],
  ['a picture', 200, async ({ barId }) => ask(await photoOf(barId))],
  ['no picture', 404, () => ask('/media/nope')],
]
const OWN = { Origin: ORIGIN }

const JSON_TYPE = 'application/json'

const send = (barId: string, type: string, body: string) =>
  ask(`/api/bars/${barId}/people`, {
    method: 'POST',
    headers: { ...OWN, 'Content-Type': type },
    body,
  })
const enter = (barId: string) =>
  askFromPage(`/api/bars/${barId}/people`, { method: 'POST', json: aProfile() })

async function photoOf(barId: string): Promise<string> {
  const { person } = await enterBar(barId, { photo: toDataUrl(bytesOf('png')) })
  return person.photo ?? ''
}

test.each(CLASSES)(
  'T37 T42 %s (%i) has every security header, and only files may be cached',
  async (what, status, get) => {
    if (status === 500) vi.spyOn(console, 'error').mockImplementation(() => {})
    const answer = await get(await Bar.open())
    expect(answer.status).toBe(status)
    const headers = await expectSecure(answer)
    if (!['a picture', 'the manifest'].includes(what))
      expect(headers['cache-control']).toBe('no-store')
  },
)

test.each(['/api', '/api/', '/api/x.css', '/api/bars', '/api/bars/', '/API/bars/ZZZZZZ/'])(
  'T42 T45 %s is a 404 and never a page of data',
  async (path) => {
    const answer = await ask(path)
    expect([answer.status, path.startsWith('/api')]).toEqual([
      404,
      answer.headers.get('Content-Type') === 'application/json',
    ])
    await answer.arrayBuffer()
  },
)

test('T21 a page’s policy allows scripts only by nonce, and none from strings', async () => {
  vi.stubEnv('DEV', false)
  const answer = await ask('/')
  const policy = answer.headers.get('Content-Security-Policy') ?? ''
  const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1]
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "connect-src 'self' wss://brinde.test",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    'report-uri /api/reports/csp',
    'report-to csp',
    "require-trusted-types-for 'script'",
    'trusted-types own-script',
  ])
  vi.unstubAllEnvs()
})
