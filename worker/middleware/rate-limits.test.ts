import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { BAR_ID_ALPHABET } from '#contract/bar-id.ts'
import { PAGES } from '#contract/pages.ts'
import { API } from '#contract/paths.ts'
import { bytesOf, toDataUrl } from '#test/fakes/pictures.ts'
import { aProfile } from '#test/fakes/profile.ts'
import { addAdmin, anAddress, signIn, withQueries } from '#test/worker/admin.ts'
import {
  ask,
  askFromPage,
  aVisit,
  failureOf,
  limiter,
  OWN_PAGE,
  sleepingRooms,
  statusOf,
  withMethod,
} from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { hashSecret, mintSessionToken, mintVisitSecret } from '#worker/auth/tokens.ts'

const PHOTO = toDataUrl(bytesOf('png'))
const UNKNOWN_A_MINUTE = 60
const NOBODY = JSON.stringify({ online: null })

/** Counts the queries to D1 and the puts to R2. */
function counted() {
  const asked = { queries: 0, puts: 0 }
  const DB = withQueries((text) => {
    asked.queries += 1
    return text
  })
  const put = (...values: Parameters<R2Bucket['put']>) => {
    asked.puts += 1
    return env.MEDIA.put(...values)
  }
  const MEDIA = Object.assign(Object.create(env.MEDIA), { put, delete: () => Promise.resolve() })
  return { asked, bindings: { DB, MEDIA } as unknown as Partial<Env> }
}

/** The first 27,000 codes all differ. */
const madeUpCode = (index: number): string =>
  [0, 0, 0, index / 900, index / 30, index]
    .map((digit) => BAR_ID_ALPHABET.charAt(digit % BAR_ID_ALPHABET.length))
    .join('')

async function pausedBar(): Promise<string> {
  const { barId } = await Bar.open()
  await env.DB.prepare('UPDATE bars SET paused_at = 1 WHERE id = ?').bind(barId).run()
  return barId
}

/** Requests a profile with a photo. */
const enter = (barId: string, network: string, bindings: Partial<Env>) =>
  askFromPage(
    address(API.people, { barId }),
    { method: 'POST', json: aProfile({ photo: PHOTO }), address: network },
    bindings,
  )

test('T53 made-up codes from one network wake no room, store no photo and cost sixty queries a minute', async () => {
  const network = anAddress()
  const { asked, bindings } = counted()
  const { bindings: rooms, wakes } = sleepingRooms()
  const { UNKNOWN_BARS_PER_NETWORK } = env
  const fenced = { ...bindings, ...rooms, UNKNOWN_BARS_PER_NETWORK }
  const statuses: number[] = []
  const startedAt = Date.now()
  const total = runs(90, 10_000)
  for (let index = 0; index < total; index += 1) {
    const code = madeUpCode(index)
    const pattern = [API.bar, PAGES.bar, API.online][index % 4]
    const asking = pattern
      ? askFromPage(address(pattern, { barId: code }), { address: network }, fenced)
      : enter(code, network, fenced)
    const answer = await asking
    statuses.push(answer.status)
    expect(answer.headers.get('Retry-After')).toBe(answer.status === 429 ? '60' : null)
    await answer.text()
  }
  const minutes = Math.floor(Date.now() / 60_000) - Math.floor(startedAt / 60_000) + 1
  expect(wakes()).toBe(0)
  expect(asked.puts).toBe(0)
  expect(asked.queries).toBeLessThanOrEqual(UNKNOWN_A_MINUTE * minutes)
  const expected = [...Array(asked.queries).fill(404), ...Array(total - asked.queries).fill(429)]
  expect(statuses.toSorted()).toEqual(expected)
})

test('T53 the networks of one IPv6 /48 together have four times the limit of one network', async () => {
  const { barId } = await Bar.open()
  const costs: [keyof Env, (code: string) => string, method: string][] = [
    ['REQUESTS_PER_NETWORK', () => '/api/nope', 'GET'],
    ['UNKNOWN_BARS_PER_NETWORK', (barId) => address(API.bar, { barId }), 'GET'],
    ['CREATIONS_PER_NETWORK', () => address(API.people, { barId }), 'POST'],
  ]
  for (const [name, toPath, method] of costs) {
    const limited = { [name]: limiter(3) }
    const tryFrom = (index: number, address: string) =>
      statusOf(askFromPage(toPath(madeUpCode(index)), { method, address }, limited))
    const statuses: number[] = []
    for (let index = 0; index < 40; index += 1)
      statuses.push(await tryFrom(index, `2001:db8:7:${index.toString(16)}::1`))
    expect([name, statuses.filter((status) => status !== 429).length]).toEqual([name, 4 * 3])
    for (const address of ['2001:db8:8:1::1', '203.0.113.20', '203.0.113.24']) {
      expect([name, address, await tryFrom(50, address)]).not.toContain(429)
    }
  }
})

test('T53 a network that has guessed codes still sees known bars', async () => {
  const [{ barId }, { barId: other }] = [await Bar.open(), await Bar.open()]
  const [limited, network] = [{ UNKNOWN_BARS_PER_NETWORK: limiter(4) }, anAddress()]
  const look = (code: string) =>
    statusOf(askFromPage(address(API.bar, { barId: code }), { address: network }, limited))
  expect([await look(barId), await look(barId)]).toEqual([200, 200])
  const guesses = [1, 2, 3, 4, 5].map((index) => look(madeUpCode(index)))
  expect(await Promise.all(guesses)).toEqual([404, 404, 404, 429, 429])
  expect([await look(other), await look(barId)]).toEqual([429, 200])
})

test('T53 an open bar costs one query in 30 s, and a paused or unknown one a query per request', async () => {
  stopClock()
  const { asked, bindings } = counted()
  const { barId } = await Bar.open()
  const tryIn = (code: string) => statusOf(enter(code, anAddress(), bindings))
  expect([await tryIn(barId), await tryIn(barId), asked.queries]).toEqual([201, 201, 1])
  passTime(30_000)
  expect([await tryIn(barId), asked.queries, asked.puts]).toEqual([201, 2, 3])
  expect([await tryIn(madeUpCode(7)), await tryIn(madeUpCode(7))]).toEqual([404, 404])
  expect([asked.queries, asked.puts]).toEqual([4, 3])
  const paused = await pausedBar()
  expect([await tryIn(paused), await tryIn(paused)]).toEqual([403, 403])
  expect([asked.queries, asked.puts]).toEqual([6, 3])
})

test('T53 the public count starts at five, and asks the room once in 30 s even if the room fails', async () => {
  stopClock()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const bar = await Bar.open()
  let asked = 0
  const BAR_ROOM = withMethod(env.BAR_ROOM, 'getByName', (...named) => {
    asked += 1
    return env.BAR_ROOM.getByName(...named)
  })
  const count = async (barId = bar.barId, bindings: Partial<Env> = { BAR_ROOM }) =>
    (await askFromPage(address(API.online, { barId }), { address: anAddress() }, bindings)).text()
  expect([await count(), await count(), asked]).toEqual([NOBODY, NOBODY, 1])
  passTime(30_000)
  for (const name of ['Ana', 'Bia', 'Caio', 'Davi']) await bar.seat(name)
  expect([await count(), asked]).toEqual([NOBODY, 2])
  await bar.seat('Edu')
  expect([await count(), asked]).toEqual([NOBODY, 2])
  passTime(30_000)
  const five = JSON.stringify({ online: 5 })
  expect([await count(), await count(), asked]).toEqual([five, five, 3])
  expect([await count(await pausedBar()), asked]).toEqual([NOBODY, 3])
  // After a failure the last number is dropped.
  passTime(30_000)
  const { bindings: broken, wakes } = sleepingRooms()
  expect(await count(bar.barId, broken)).toContain('"code":"internal"')
  expect([await count(bar.barId, broken), wakes()]).toEqual([NOBODY, 1])
})

test('T53 a network’s limit skips pictures and upgrades; each visit and session has a limit of its own', async () => {
  const { barId, secret, person } = await aVisit({ photo: PHOTO })
  const session = await signIn(await addAdmin())
  const full = new Set(['203.0.113.9'])
  const limit: RateLimit['limit'] = async ({ key }) => ({ success: !full.has(key) })
  const limited = { REQUESTS_PER_NETWORK: { limit } }
  const status = (path: string, own?: Record<string, string>) => {
    const headers = { ...OWN_PAGE, ...own, 'CF-Connecting-IP': '203.0.113.9' }
    return statusOf(ask(path, { headers }, limited))
  }
  const bearer = { Authorization: `Bearer ${secret}` }
  const cookie = (token: string) => ({ Cookie: `__Host-admin=${token}` })
  expect([
    await status(person.photo ?? ''),
    await status(address(API.socket, { barId })),
    await status(address(API.visit, { barId }), bearer),
    await status(ADMIN_API.bars, cookie(session)),
  ]).toEqual([200, 426, 200, 200])

  const expired = mintVisitSecret(env.VISIT_SIGNING_KEY, {
    barId,
    personId: person.id,
    expiresAt: Date.now() - 1,
  })
  const refused: [path: string, headers?: Record<string, string>][] = [
    ['/'],
    ['/nope'],
    [address(PAGES.bar, { barId })],
    [address(PAGES.table, { barId, tableId: 'socket' })],
    [address(API.bar, { barId })],
    // A visit's secret counts only for paths below its bar's.
    [address(API.bar, { barId }), bearer],
    [address(API.visit, { barId: 'ZZZZZZ' }), bearer],
    [address(API.visit, { barId }), { Authorization: `Bearer ${secret.slice(0, -1)}x` }],
    [address(API.visit, { barId }), { Authorization: `Bearer ${expired}` }],
    [ADMIN_API.bars, bearer],
    [ADMIN_API.bars, cookie(hashSecret(session))],
    [address(API.visit, { barId }), cookie(session)],
  ]
  for (const [path, headers] of refused) {
    expect([path, await status(path, headers)]).toEqual([path, 429])
  }

  // A secret has one limit over all networks, even once its visit or session has ended.
  const ended = mintSessionToken(env.PASSWORD_PEPPER)
  for (const key of [person.id, hashSecret(session), hashSecret(ended)]) full.add(key)
  expect([
    await status(address(API.visit, { barId }), bearer),
    await status(ADMIN_API.bars, cookie(session)),
    await status(ADMIN_API.bars, cookie(ended)),
  ]).toEqual([429, 429, 429])
})

test('T53 too many requests get `rate_limited` and the wait; only this machine’s addresses are exempt', async () => {
  const askFrom = (address: string) =>
    askFromPage('/api/nope', { address }, { REQUESTS_PER_NETWORK: limiter(0) })
  const answer = await askFrom('203.0.113.10')
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '60'])
  expect(await answer.json()).toEqual({
    error: { code: 'rate_limited', message: 'rate_limited', retryAfterSeconds: 60 },
  })
  for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect([own, await failureOf(await askFrom(own))]).toEqual([own, '404 not_found'])
})

test('T53 profiles from one network are counted before a room is called', async () => {
  const { barId } = await Bar.open()
  const { bindings: rooms, wakes } = sleepingRooms()
  const limited = { CREATIONS_PER_NETWORK: limiter(3) }
  const tryIn = (bindings: Partial<Env>) => statusOf(enter(barId, '203.0.113.11', bindings))
  for (const status of [201, 201, 201, 429]) expect(await tryIn(limited)).toBe(status)
  expect([await tryIn({ ...limited, ...rooms }), wakes()]).toEqual([429, 0])
})

test('T51 a profile that the platform refuses may ask again after ten seconds', async () => {
  const { barId } = await Bar.open()
  const answer = await enter(barId, '203.0.113.12', { CREATIONS_PER_NETWORK: limiter(0) })
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '10'])
})
