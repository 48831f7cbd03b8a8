import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import type { AdminSession, WhoIsSignedIn } from '#contract/admin.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { addMember, anAddress, askAsAdmin, cookieOf } from '#test/worker/admin.ts'
import { failureOf } from '#test/worker/requests.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(async () => {
  stopClock()
  await env.DB.prepare('DELETE FROM accounts').run()
})

const SECRET = 'o segredo da instalação'
const WITH_SECRET = { SETUP_SECRET: SECRET } as Partial<Env>

async function firstRun(bindings: Partial<Env> = WITH_SECRET): Promise<WhoIsSignedIn> {
  const answer = await askAsAdmin(ADMIN_API.session, {}, bindings)
  expect(answer.status).toBe(200)
  return answer.json()
}

const make = (secret: string, bindings: Partial<Env> = WITH_SECRET, address = anAddress()) => {
  const json = { secret, email: 'helena@brinde.test', password: 'cinco pastéis e um caldo' }
  return askAsAdmin(ADMIN_API.firstRun, { method: 'POST', json, address }, bindings)
}

test('T49 the setup secret makes one administrator as the first account, even in two parallel tries', async () => {
  const nobody = { user: null, newDevice: null, reviewSince: null }
  expect(await firstRun()).toEqual({ ...nobody, firstRun: 'ready' })
  expect(await failureOf(await make('outro segredo qualquer'))).toBe('401 wrong_credentials')
  const both = await Promise.all([make(SECRET), make(SECRET)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 404])
  const made = both.find(({ status }) => status === 201) as Response
  expect((await made.json<AdminSession>()).user).toMatchObject({
    email: 'helena@brinde.test',
    role: 'admin',
  })
  const bars = await askAsAdmin(ADMIN_API.bars, { cookie: cookieOf(made, '__Host-admin') })
  expect(bars.status).toBe(200)
  expect(await firstRun()).toEqual({ ...nobody, firstRun: null })
  expect(await failureOf(await make(SECRET))).toBe('404 not_found')
})

test.each([{}, { SETUP_SECRET: '' }, { SETUP_SECRET: 'curto' }])(
  'T49 a missing or short setup secret makes no account: %o',
  async (bindings) => {
    expect((await firstRun(bindings as Partial<Env>)).firstRun).toBe('noSecret')
    for (const secret of ['', 'curto', 'undefined']) {
      expect(await failureOf(await make(secret, bindings as Partial<Env>))).toBe('404 not_found')
    }
  },
)

test('T28 guesses of the setup secret are throttled like those of a password', async () => {
  const address = anAddress()
  const outcomes = new Set<string>()
  for (let tries = 0; tries < 40; tries += 1) {
    outcomes.add(await failureOf(await make(`errado ${tries}`, WITH_SECRET, address)))
  }
  expect([...outcomes]).toEqual(['401 wrong_credentials', '429 throttled'])
})

test('an account of the staff ends the first run', async () => {
  await addMember()
  expect((await firstRun()).firstRun).toBeNull()
})
