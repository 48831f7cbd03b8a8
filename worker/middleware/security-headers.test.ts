import { expect, test, vi } from 'vitest'
import { bytesOf, toDataUrl } from '#test/fakes/pictures.ts'
import { aProfile } from '#test/fakes/profile.ts'
import { ask, askFromPage, enterBar, ORIGIN } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'

const broken = {
  prepare: () => {
    throw new Error('down')
  },
} as unknown as D1Database

/** One response of each kind. */
const CLASSES: [string, number, (bar: Bar) => Promise<Response>][] = [
  ['a page', 200, () => ask('/')],
  ['a page of a bar', 200, ({ barId }) => ask(`/bar/${barId}`)],
  ['a redirect', 302, ({ barId }) => ask(`/bar/${barId.toLowerCase()}`, { redirect: 'manual' })],
  ['an unknown page', 404, () => ask('/nope')],
  ['a page asked wrongly', 405, () => ask('/', { method: 'POST' })],
  ['JSON', 200, ({ barId }) => ask(`/api/bars/${barId}`)],
  ['a new person', 201, ({ barId }) => enter(barId)],
  ['an unknown bar', 404, () => ask('/api/bars/ZZZZZZ')],
  ['an unknown path of the API', 404, () => ask('/api/x.css')],
  ['the API itself', 404, () => ask('/api')],
  ['a wrong method', 405, () => ask('/api/bars/ZZZZZZ', { headers: OWN, method: 'PUT' })],
  ['a refused origin', 403, () => ask('/api/bars/ZZZZZZ', { method: 'PUT' })],
  ['no visit', 401, ({ barId }) => ask(`/api/bars/${barId}/conversations/x`)],
  ['no upgrade', 426, ({ barId }) => ask(`/api/bars/${barId}/socket`)],
  ['a failure', 500, () => ask('/api/bars/ZZZZZZ', {}, { DB: broken })],
  ['a picture', 200, async ({ barId }) => ask(await photoOf(barId))],
  ['no picture', 404, () => ask('/media/nope')],
]
const OWN = { Origin: ORIGIN }

const enter = (barId: string) =>
  askFromPage(`/api/bars/${barId}/people`, { method: 'POST', json: aProfile() })

async function photoOf(barId: string): Promise<string> {
  const { person } = await enterBar(barId, { photo: toDataUrl(bytesOf('png')) })
  return person.photo ?? ''
}

test.each(CLASSES)('T37 %s (%i) carries every security header', async (what, status, get) => {
  if (status === 500) vi.spyOn(console, 'error').mockImplementation(() => {})
  const answer = await get(await Bar.open())
  expect(answer.status).toBe(status)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringMatching(
      /^camera=\(self\), microphone=\(\), geolocation=\(\)/,
    ),
    'strict-transport-security': 'max-age=63072000', // two years, of this host alone
    'content-security-policy': expect.stringMatching(/default-src 'none'/),
  })
  const policy = answer.headers.get('Content-Security-Policy')
  if (what !== 'a picture') expect(policy).toContain("frame-ancestors 'none'")
  await answer.arrayBuffer()
})

test.each(CLASSES)(
  'T42 %s (%i) is stored by no cache unless it is a file',
  async (what, status, get) => {
    if (status === 500) vi.spyOn(console, 'error').mockImplementation(() => {})
    const answer = await get(await Bar.open())
    const cache = answer.headers.get('Cache-Control')
    if (!['a picture', 'a file at the root'].includes(what)) expect(cache).toBe('no-store')
    await answer.arrayBuffer()
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

test('T21 the policy of a page lets in own scripts by nonce alone, and none from strings', async () => {
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
    "require-trusted-types-for 'script'",
    'trusted-types own-script',
  ])
  vi.unstubAllEnvs()
})
