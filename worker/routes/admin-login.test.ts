import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { address as routeTo } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { OneTimeLink } from '#contract/team.ts'
import { TIMINGS } from '#contract/timings.ts'
import {
  addAdmin,
  addMember,
  addPasswordLink,
  anAddress,
  askAsAdmin,
  CHEAP,
  cookieOf,
  lastUseOf,
  logIn,
  setLastUse,
  setPasswordByLink,
  signIn,
} from '#test/worker/admin.ts'
import { failureOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { accountKey, mintDevice } from '#worker/auth/login-keys.ts'
import { hashPassword } from '#worker/auth/passwords.ts'
import { hashSecret, mintSessionToken, mintToken } from '#worker/auth/tokens.ts'

const isSignedIn = async (cookie: string) =>
  (await askAsAdmin(ADMIN_API.sessions, { cookie })).status === 200

test('T27 T33 a login ignores a planted token and sets a locked cookie, which a logout clears', async () => {
  const admin = await addAdmin()
  const planted = `__Host-admin=${mintSessionToken(env.PASSWORD_PEPPER)}`
  const email = ` ${admin.email.toUpperCase()} `
  const answer = await logIn({ ...admin, email }, { cookie: planted })
  expect([answer.status, await isSignedIn(planted)]).toEqual([201, false])
  expect(await answer.json()).toEqual({ user: { id: admin.id, email: admin.email, role: 'admin' } })
  const [session = ''] = answer.headers.getSetCookie()
  expect(session).toMatch(/^__Host-admin=1\.[\w-]{43}\.[\w-]{43}; /)
  const attributes = session.split('; ').slice(1).sort()
  expect(attributes).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Strict', 'Secure'])
  expect(cookieOf(answer, '__Host-admin-device')).not.toBe('')
  const stored = await env.DB.prepare('SELECT * FROM admin_sessions WHERE account_id = ?')
    .bind(admin.id)
    .first()
  const cookie = cookieOf(answer, '__Host-admin')
  expect(stored?.token_hash).toBe(hashSecret(cookie.slice('__Host-admin='.length)))
  expect(cookie).not.toBe(planted)
  const ended = await askAsAdmin(ADMIN_API.session, { method: 'DELETE', cookie })
  const cleared = '__Host-admin=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict'
  expect([ended.status, ended.headers.getSetCookie()[0]]).toEqual([204, cleared])
})

test('T30 a wrong password and an unknown email get identical bodies and headers', async () => {
  const { email } = await addAdmin()
  const answers = await Promise.all(
    [email, 'ninguem@brinde.test', 'not an email', `${email}\0`].map((unknown) =>
      logIn({ email: unknown, password: 'errada' }),
    ),
  )
  const seen = await Promise.all(
    answers.map(async (answer) => [answer.status, await answer.text(), [...answer.headers]]),
  )
  expect(seen[0]?.[0]).toBe(401)
  for (const other of seen) expect(other).toEqual(seen[0])
})

test('T33 a session ends after 12 idle hours, and always after 7 days', async () => {
  const admin = await addAdmin()
  const { adminSessionIdleMs: idle, adminSessionMs: whole } = TIMINGS
  const aged = async (createdAgo: number, usedAgo: number) => {
    const token = await signIn(admin, Date.now() - createdAgo)
    await setLastUse(token, Date.now() - usedAgo)
    return isSignedIn(`__Host-admin=${token}`)
  }
  expect([await aged(idle, idle - 60_000), await aged(idle, idle + 1_000)]).toEqual([true, false])
  expect([await aged(whole - 60_000, 0), await aged(whole + 1_000, 0)]).toEqual([true, false])
})

test('a session’s use is written at most once in ten minutes', async () => {
  const token = await signIn(await addAdmin())
  const agoAfterUse = async (ago: number) => {
    await setLastUse(token, Date.now() - ago)
    await askAsAdmin(ADMIN_API.session, { token })
    return Date.now() - ((await lastUseOf(token)) ?? 0)
  }
  stopClock()
  const almost = TIMINGS.adminSessionNotedEveryMs - 1
  expect([await agoAfterUse(almost), await agoAfterUse(almost + 1)]).toEqual([almost, 0])
})

test('T28 a network has thirty wrong links, and an IPv6 /48 has four times as many', async () => {
  const tryFrom = async (address: string) =>
    failureOf(await setPasswordByLink(mintToken(), 'uma frase bem nova', address))
  const address = anAddress()
  const [site = 0] = crypto.getRandomValues(new Uint16Array(1))
  const inSite = (at: number) => `2001:db8:${site.toString(16)}:${at.toString(16)}::1`
  for (let at = 0; at < 30; at += 1) expect(await tryFrom(address)).toBe('410 link_expired')
  for (let at = 0; at < 120; at += 1) expect(await tryFrom(inSite(at))).toBe('410 link_expired')
  expect(await tryFrom(address)).toBe('429 throttled')
  expect(await tryFrom(inSite(120))).toBe('429 throttled')
  expect(await tryFrom('2001:db9:1:120::1')).toBe('410 link_expired')
})

test('T28 T67 thirty wrong logins of a network shut neither links nor invitations, right or wrong', async () => {
  const { barId } = await Bar.open()
  const member = await addMember([barId, 'staff'])
  const owner = await signIn(await addMember([barId, 'owner']))
  const address = anAddress()
  const tryLogin = () =>
    logIn({ email: `${crypto.randomUUID()}@brinde.test`, password: 'errada' }, { address })
  for (let at = 0; at < 30; at += 1) expect((await tryLogin()).status).toBe(401)
  expect(await failureOf(await tryLogin())).toBe('429 throttled')
  const invited = await askAsAdmin(routeTo(ADMIN_API.invitations, { barId }), {
    method: 'POST',
    token: owner,
    json: { role: 'staff' },
  })
  const { link } = await invited.json<OneTimeLink>()
  const invitation = { token: link.slice(link.indexOf('#') + 1) }
  const open = (json: object) => askAsAdmin(ADMIN_API.invitation, { method: 'POST', json, address })
  for (let at = 0; at < 30; at += 1) {
    expect(await failureOf(await open({ token: mintToken() }))).toBe('410 link_expired')
  }
  expect(await failureOf(await open({ token: mintToken() }))).toBe('429 throttled')
  expect((await open(invitation)).status).toBe(200)
  const token = await addPasswordLink(member)
  expect((await setPasswordByLink(token, 'uma frase bem nova', address)).status).toBe(204)
})

test('T67 a link that exists is not hashed for without end', async () => {
  const token = await addPasswordLink(await addMember([(await Bar.open()).barId, 'staff']))
  const answers: string[] = []
  for (let at = 0; at < 32; at += 1) {
    answers.push(await failureOf(await setPasswordByLink(token, 'Password1234')))
  }
  expect(answers.slice(-2)).toEqual(['429 throttled', '429 throttled'])
})

test('T29 a known device signs in at the first try while all other networks are locked out', async () => {
  stopClock()
  const admin = await addAdmin()
  const device = mintDevice(env.PASSWORD_PEPPER, accountKey(env, admin.email))
  const cookie = `__Host-admin-device=${device}`
  for (let count = 0; count < 25; count += 1) {
    await logIn({ ...admin, password: 'errada' })
  }
  expect(await failureOf(await logIn(admin))).toBe('429 throttled')
  expect((await logIn(admin, { cookie })).status).toBe(201)
})

test('T29 a tablet that two people sign in on in turn is a new device to each of them once', async () => {
  const [ana, leo] = [await addAdmin(), await addAdmin()]
  const jar = new Map<string, string>()
  for (const account of [ana, leo, ana, leo, ana]) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await logIn(account, { cookie })
    expect(answer.status).toBe(201)
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      const [name = '', value = ''] = pair.split('=')
      jar.set(name, value)
    }
  }
  const { results } = await env.DB.prepare(
    "SELECT account_id FROM admin_acts WHERE kind = 'new_device' AND account_id IN (?, ?)",
  )
    .bind(ana.id, leo.id)
    .all<{ account_id: string }>()
  expect(results.map(({ account_id }) => account_id).sort()).toEqual([ana.id, leo.id].sort())
})

test('T28 T44 the sixth try from a network gets its wait in body and header, under any client headers', async () => {
  stopClock()
  const { email } = await addAdmin()
  const address = anAddress()
  for (let count = 0; count < 5; count += 1) await logIn({ email, password: 'errada' }, { address })
  for (const name of ['X-Forwarded-For', 'X-Real-IP', 'True-Client-IP', 'Forwarded', 'X-User-Id']) {
    const headers = { [name]: anAddress() }
    const refused = await logIn({ email, password: 'errada' }, { address, headers })
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1'])
    expect(await refused.json()).toEqual({
      error: { code: 'throttled', message: 'throttled', retryAfterSeconds: 1 },
    })
  }
})

test('T28 a link sets a password once in its half hour, and none that is short, common or a name', async () => {
  const member = await addMember([(await Bar.open()).barId, 'staff'])
  const token = await addPasswordLink(member)
  for (const [password, refusal] of [
    ['onze letras', '400 invalid_request'],
    ['Password1234', '422 weak_password'],
    ['Bar do Teste!', '422 personal_password'],
    ['brinde 2026!', '422 personal_password'],
  ] as const) {
    expect(await failureOf(await setPasswordByLink(token, password))).toBe(refusal)
  }
  const both = await Promise.all([
    setPasswordByLink(token, 'uma frase bem nova'),
    setPasswordByLink(token, 'uma frase bem nova'),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([204, 410])
  for (const late of [token, await addPasswordLink(member, -1)]) {
    expect(await failureOf(await setPasswordByLink(late, 'uma frase bem nova'))).toBe(
      '410 link_expired',
    )
  }
})

test('T46 a login checked against the old password opens no session after the password has changed', async () => {
  const admin = await addAdmin()
  const token = await addPasswordLink(admin)
  // The password changes between the check and the session.
  const getByName = (key: string) => {
    const gate = env.LOGIN_GATE.getByName(key)
    return {
      admitNetwork: (...networks: [string, string]) => gate.admitNetwork(...networks),
      async check(attempt: Parameters<typeof gate.check>[0]) {
        const answer = await gate.check(attempt)
        await setPasswordByLink(token, 'uma frase bem nova')
        return answer
      },
    }
  }
  const LOGIN_GATE = { getByName } as unknown as Env['LOGIN_GATE']
  const { email, password } = admin
  const request = { method: 'POST', json: { email, password }, address: anAddress() }
  const answer = await askAsAdmin(ADMIN_API.session, request, { LOGIN_GATE })
  expect(await failureOf(answer)).toBe('401 wrong_credentials')
  expect(answer.headers.getSetCookie()).toEqual([])
})

test('an old password of eight characters works until it is changed', async () => {
  const { id, email } = await addAdmin()
  const hash = hashPassword('oito-let', env.PASSWORD_PEPPER, CHEAP)
  await env.DB.prepare('UPDATE accounts SET password_hash = ? WHERE id = ?').bind(hash, id).run()
  expect((await logIn({ email, password: 'oito-let' })).status).toBe(201)
})
