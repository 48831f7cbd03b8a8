import { expect, test } from 'vitest'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/pages.ts'
import { API } from '#contract/paths.ts'
import { ask, sleepingRooms } from '#test/worker/requests.ts'

const untouched = new Proxy(
  {},
  {
    get: () => {
      throw new Error('the database was asked')
    },
  },
)

test.each([
  ['GET', '/'],
  ['GET', '/nope?x=1'],
  ['GET', address(PAGES.bar, { barId: 'K7M2QX' })],
  ['GET', '/media/profiles/x.png'],
  ['GET', '/manifest.webmanifest'],
  ['GET', address(API.bar, { barId: 'K7M2QX' })],
  ['POST', address(API.people, { barId: 'K7M2QX' })],
  ['PATCH', address(API.visit, { barId: 'K7M2QX' })],
  ['GET', address(API.socket, { barId: 'K7M2QX' })],
  ['POST', ADMIN_API.session],
  ['GET', ADMIN_API.bars],
  ['DELETE', '/api/nope'],
])(
  'T62 %s %s over plain http is redirected to https, and nothing of it is read',
  async (method, path) => {
    const { bindings: rooms, wakes } = sleepingRooms()
    const bindings = { ...rooms, DB: untouched as D1Database }
    const headers = { Cookie: '__Host-admin=x', Authorization: 'Bearer x', Upgrade: 'websocket' }
    const answer = await ask(
      `http://brinde.test${path}`,
      { method, headers, redirect: 'manual' },
      { ...bindings, VISIT_SIGNING_KEY: '', PASSWORD_PEPPER: '' },
    )
    expect(answer.status).toBe(308)
    expect(answer.headers.get('Location')).toBe(`https://brinde.test${path}`)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(wakes()).toBe(0)
  },
)

test.each([
  ...['localhost', '127.0.0.1', '[::1]', '192.168.0.7'].map((host) => [host, 404] as const),
  ...['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'localhost.'].map(
    (host) => [host, 308] as const,
  ),
])('T62 a local server answers only under local names: http://%s gets %i', async (host, status) => {
  const init = { headers: { 'Sec-Fetch-Site': 'same-origin' }, redirect: 'manual' } as const
  expect((await ask(`http://${host}:8787/api/nope`, init)).status).toBe(status)
})
