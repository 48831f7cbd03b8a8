import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { TIMINGS } from '#contract/timings.ts'
import { aNewBar } from '#test/fakes/bars.ts'
import { bytesOf } from '#test/fakes/pictures.ts'
import { recordBindings } from '#test/worker/actors.ts'
import { addAdmin, askAsAdmin, signIn, withQueries } from '#test/worker/admin.ts'
import { ask, aVisit, failureOf, ORIGIN, OWN_PAGE } from '#test/worker/requests.ts'
import { runs } from '#test/worker/runs.ts'
import { mintDevice } from '#worker/auth/login-keys.ts'
import { hashSecret, mintSessionToken, mintToken } from '#worker/auth/tokens.ts'
import app from '#worker/index.ts'

/** All routes that change something, for a bar and a person that may exist. */
const CHANGES = app.routes
  .filter(({ handler, method, path }) => {
    return handler.length < 2 && !['GET', 'ALL'].includes(method) && path.startsWith('/api/admin/')
  })
  .map(({ method, path }) => {
    const named = path.replace(':barId', 'K7M2QX').replaceAll(/:\w+/g, crypto.randomUUID())
    return [method, named] as const
  })

async function forgedCookies() {
  const admin = await addAdmin()
  const token = await signIn(admin)
  const expired = await signIn(admin, Date.now() - TIMINGS.adminSessionMs - 1)
  const { secret } = await aVisit()
  const ours = [mintSessionToken(env.PASSWORD_PEPPER), expired]
  const swapped = token.slice(0, -43) + mintSessionToken(env.PASSWORD_PEPPER).slice(-43)
  const values = [
    '',
    mintToken(),
    mintSessionToken('a-pepper-that-is-not-ours-and-long-enough'),
    swapped,
    hashSecret(token),
    secret,
    token.slice(1),
    `${token}x`,
    `"${token}x" `,
    mintDevice(env.PASSWORD_PEPPER, 'x'),
    '%27%20OR%201%3D1%20--',
  ]
  const cookies = [
    undefined,
    ...[...ours, ...values].map((value) => `__Host-admin=${value}`),
    `admin=${token}`,
    `__host-admin=${token}`,
    `__Secure-admin=${token}`,
    `__Host-admin-device=${token}`,
    'role=admin; admin={"role":"admin"}',
  ]
  return { cookies, ours }
}

test('T27 T53 a cookie without a live session is 401 and costs one query, or none if it is forged', async () => {
  const { bindings, touched } = recordBindings()
  const queries: string[] = []
  const DB = withQueries((query) => void queries.push(query))
  const { cookies, ours } = await forgedCookies()
  const paths = [ADMIN_API.bars, '/api/admin/nothing', '/api/admin']
  for (const cookie of cookies) {
    for (const path of paths) {
      const answer = await askAsAdmin(path, { cookie }, { ...bindings, DB })
      expect(await failureOf(answer)).toBe('401 unauthenticated')
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
    }
  }
  const ofSessions = expect.stringContaining('from "admin_sessions"')
  expect(queries).toEqual(Array(ours.length * paths.length).fill(ofSessions))
  expect(touched).toEqual([])
})

/** Path fragments, to insert or to replace a letter with. */
const PIECES = [
  '/',
  '//',
  '/.',
  '..',
  ';',
  ';x',
  ':',
  '@',
  '+',
  'A',
  '.json',
  '\\',
  '\u00e3',
  '%00',
  '%2e',
  '%2E%2E',
  '%2f',
  '%20',
  '%61',
  '%252f',
]

/** It was asked for the proof before its id was read. */
const NO_PASSKEY: [path: string, method: 'DELETE'] = ['/api/admin/passkeys/+challenge', 'DELETE']

test('T45 no other spelling of an admin path reaches a handler, with or without a session', async () => {
  const token = await signIn(await addAdmin())
  const paths = Object.values<string>(ADMIN_API)
  const mutated = fc
    .tuple(fc.constantFrom(...paths), fc.nat(30), fc.constantFrom(...PIECES), fc.boolean())
    .map(([path, place, piece, replaces]) => {
      // A fragment in place of a parameter would name another bar or person.
      const fixed = path.indexOf(':') === -1 ? path.length : path.indexOf(':') - 1
      const at = 1 + (place % fixed)
      // The slash stays, else the fragment would be part of a name.
      return path.slice(0, at) + piece + path.slice(replaces && at < fixed ? at + 1 : at)
    })
    // URL normalisation makes these the same address.
    .filter((path) => !paths.includes(new URL(path, ORIGIN).pathname))
  const spelled = paths.flatMap((path) => [
    path.toUpperCase(),
    `${path}/`,
    path.replace('admin', 'Admin'),
    path.replace('admin', '%61dmin'),
  ])
  const method = fc.constantFrom('GET', 'POST', 'DELETE')
  await fc.assert(
    fc.asyncProperty(mutated, method, async (path, method) => {
      const json = method === 'POST' ? {} : undefined
      const stranger = await askAsAdmin(path, { method, json })
      const signedIn = await askAsAdmin(path, { method, json, token })
      expect([401, 404, 405]).toContain(stranger.status)
      expect([404, 405]).toContain(signedIn.status)
      await Promise.all([stranger.text(), signedIn.text()])
    }),
    {
      numRuns: runs(500, 5_000 * paths.length),
      examples: [...spelled.map((path): [string, 'GET'] => [path, 'GET']), NO_PASSKEY],
    },
  )
})

/** Headers from another site's page. same-origin.test.ts has more. */
const FOREIGN = [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: `${ORIGIN}.evil.example` }]
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
const TYPES = [undefined, 'text/plain', ...FORMS, 'application/json', 'image/png']

test('T20 another site’s page changes nothing, even with a live session', async () => {
  const token = await signIn(await addAdmin())
  const { bindings, touched } = recordBindings()
  expect(CHANGES.length).toBeGreaterThan(20)
  for (const [method, path] of CHANGES) {
    for (const sender of FOREIGN) {
      const headers = { Cookie: `__Host-admin=${token}`, 'Content-Type': 'application/json' }
      const request = {
        method,
        headers: { ...headers, ...sender },
        body: JSON.stringify(aNewBar()),
      }
      expect(await failureOf(await ask(path, request, bindings))).toBe('403 foreign_origin')
    }
  }
  expect(touched).toEqual([])
})

test('T20 only JSON makes a bar and only a picture is an upload, even from the own page', async () => {
  const token = await signIn(await addAdmin())
  const json = new TextEncoder().encode(JSON.stringify(aNewBar()))
  const others = ['image/gif', 'image/svg+xml', 'image/png; x=y', 'IMAGE/PNG', 'image/*']
  const noPictures = [...TYPES.filter((type) => type !== 'image/png'), ...others]
  const noJson = TYPES.filter((type) => type !== 'application/json')
  for (const [path, types, body] of [
    [ADMIN_API.bars, noJson, json],
    [ADMIN_API.photos, noPictures, bytesOf('png')],
    [ADMIN_API.logos, noPictures, bytesOf('png')],
  ] as const) {
    for (const type of types) {
      const headers = new Headers({ ...OWN_PAGE, Cookie: `__Host-admin=${token}` })
      if (type) headers.set('Content-Type', type)
      const answer = await ask(path, { method: 'POST', headers, body })
      expect(await failureOf(answer)).toBe('415 unsupported_media_type')
    }
  }
})
