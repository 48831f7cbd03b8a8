import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { address } from '#contract/address.ts'
import type { WhoIsSignedIn } from '#contract/admin.ts'
import type { OwnSessions } from '#contract/admin-account.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { LIMITS } from '#contract/limits.ts'
import type { OwnPasskeys, PasskeyChallenge } from '#contract/passkeys.ts'
import type { OneTimeLink } from '#contract/team.ts'
import { TIMINGS } from '#contract/timings.ts'
import {
  addAdmin,
  addMember,
  addPasswordLink,
  anAddress,
  askAsAdmin,
  cookieOf,
  logIn,
  setPasswordByLink,
  signIn,
  withQueries,
} from '#test/worker/admin.ts'
import { Authenticator } from '#test/worker/authenticator.ts'
import { failureOf, outcomeOf, withMethod } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import app from '#worker/index.ts'

beforeEach(() => {
  stopClock()
  // The Worker logs each act.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const WRONG = '401 wrong_credentials'
const PASSWORD = 'três chopes e um pastel'
const ELSEWHERE = 'https://brinde.example'

test('T59 a passkey opens sessions of its own account only, until it is removed', async () => {
  const admin = await addAdmin()
  const token = await signIn(admin)
  const key = new Authenticator()
  expect(await add(token, key)).toBe('204')
  const [listed] = await list(token)
  expect(listed).toEqual({
    id: expect.any(String),
    credentialId: key.credentialId,
    transports: ['internal'],
    name: null,
    browser: null,
    system: null,
    createdAt: Date.now(),
    lastUsedAt: null,
    isSuspended: false,
  })
  const row = await env.DB.prepare('SELECT * FROM passkeys WHERE account_id = ?')
    .bind(admin.id)
    .first()
  expect(row).toMatchObject({ counter: 0, backup_eligible: 1, backed_up: 1 })

  passTime(1)
  const entered = await enter(key)
  expect(await entered.clone().json()).toEqual({
    user: { id: admin.id, email: admin.email, role: 'admin' },
  })
  const mine = { cookie: cookieOf(entered, '__Host-admin') }
  const { sessions } = await (await askAsAdmin(ADMIN_API.sessions, mine)).json<OwnSessions>()
  expect(sessions.map(({ isCurrent, openedBy }) => `${isCurrent} ${openedBy}`)).toEqual([
    'true passkey',
    'false password',
  ])
  expect((await list(token))[0]?.lastUsedAt).toBe(Date.now())

  const path = address(ADMIN_API.ownPasskey, { passkeyId: listed?.id ?? '' })
  const json = { name: '  Celular  da   Ana ' }
  const stranger = await signIn(await addAdmin())
  const renamed = await askAsAdmin(path, { method: 'PATCH', token: stranger, json })
  expect(await failureOf(renamed)).toBe('404 not_found')
  await askAsAdmin(path, { method: 'DELETE', token: stranger })
  passTime(1)
  expect(await prove(stranger, key)).toBe(WRONG)
  expect(await list(token)).toMatchObject([{ name: null }])
  expect((await askAsAdmin(path, { method: 'PATCH', token, json })).status).toBe(204)
  expect((await list(token))[0]?.name).toBe('Celular da Ana')
  expect((await askAsAdmin(path, { method: 'DELETE', token })).status).toBe(204)
  expect(await list(token)).toEqual([])
  expect(await outcomeOf(enter(key))).toBe(WRONG)
})

test('T59 a passkey’s answer counts once, for its challenge and site, verified, with a rising counter', async () => {
  const token = await signIn(await addAdmin())
  const key = new Authenticator()
  await add(token, key)
  passTime(1)
  const { challenge, cookie } = await challengeFor()
  const answer = await key.get(challenge)
  expect((await send(answer, cookie)).status).toBe(201)
  expect(await outcomeOf(send(answer, cookie))).toBe(WRONG)

  passTime(1)
  const [one, other] = [await challengeFor(), await challengeFor()]
  const stranger = await new Authenticator().get(one.challenge)
  const madeUp = one.cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  const faults = {
    'of another challenge': [await key.get(one.challenge), other.cookie],
    'without a challenge': [await key.get(one.challenge), ''],
    'with a made-up challenge': [await key.get(one.challenge), madeUp],
    'of another origin': [await key.get(one.challenge, { origin: ELSEWHERE }), one.cookie],
    'of another site': [await key.get(one.challenge, { rpId: 'brinde.example' }), one.cookie],
    unverified: [await key.get(one.challenge, { verified: false }), one.cookie],
    'of another key': [{ ...stranger, credentialId: key.credentialId }, one.cookie],
  } as const
  for (const [fault, [answer, cookie]] of Object.entries(faults)) {
    expect([fault, await outcomeOf(send(answer, cookie))]).toEqual([fault, WRONG])
  }
  passTime(TIMINGS.passkeyChallengeMs)
  expect(await outcomeOf(send(await key.get(one.challenge), one.cookie))).toBe(WRONG)

  for (const [counter, outcome] of [
    [7, '201'],
    [7, WRONG],
    [8, '201'],
  ] as const) {
    passTime(1)
    key.counter = counter
    expect(await outcomeOf(enter(key))).toBe(outcome)
  }
})

test('T59 a new passkey must be verified, for this origin and challenge, unknown and at most the tenth', async () => {
  const token = await signIn(await addAdmin())
  const key = new Authenticator()
  for (const fault of [{ origin: ELSEWHERE }, { verified: false }]) {
    expect(await add(token, key, fault)).toBe(WRONG)
  }
  const [one, other] = [await challengeFor(token), await challengeFor(token)]
  const json = await key.create(one.challenge)
  const cookie = `__Host-admin=${token}; ${other.cookie}`
  const late = await askAsAdmin(ADMIN_API.passkeys, { method: 'POST', cookie, json })
  expect([await failureOf(late), await list(token)]).toEqual([WRONG, []])
  await add(token, key)
  for (let count = 1; count < LIMITS.passkeys; count += 1) {
    expect(await add(token, new Authenticator())).toBe('204')
  }
  expect(await add(token, new Authenticator())).toBe('409 conflict')
  expect(await add(await signIn(await addAdmin()), key)).toBe('409 conflict')
  expect(await list(token)).toHaveLength(LIMITS.passkeys)
})

test('T28 T29 T67 wrong passkeys count as tries of their network, and right ones still sign in', async () => {
  const token = await signIn(await addAdmin())
  const [key, unknown] = [new Authenticator(), new Authenticator()]
  await add(token, key)
  passTime(1)
  const address = anAddress()
  const device = cookieOf(await enter(key, address), '__Host-admin-device')
  passTime(1)
  let tries = 0
  while ((await outcomeOf(enter(unknown, address))) === WRONG && tries < 100) tries += 1
  expect(tries).toBe(Number(env.LOGIN_TRIES_PER_NETWORK))
  expect(await outcomeOf(enter(unknown, address))).toBe('429 throttled')
  expect(await outcomeOf(enter(key, address))).toBe('201')
  passTime(1)
  expect(await outcomeOf(enter(key, address, device))).toBe('201')
})

test('T67 wrong passkeys of a known device are throttled too, and those beyond leave no act', async () => {
  const admin = await addAdmin()
  const token = await signIn(admin)
  const key = new Authenticator()
  await add(token, key)
  passTime(1)
  const device = cookieOf(await enter(key), '__Host-admin-device')
  const stale = await challengeFor()
  const wrong = await key.get(stale.challenge, { origin: ELSEWHERE })
  const answers: string[] = []
  for (let turn = 0; turn < 300; turn += 1) {
    const sent = send(wrong, `${stale.cookie}; ${device}`)
    answers.push(await failureOf(await sent))
  }
  const most = Number(env.LOGIN_TRIES_PER_NETWORK)
  expect(answers.filter((answer) => answer === WRONG)).toHaveLength(most)
  const count = await env.DB.prepare(
    "SELECT COUNT(*) AS acts FROM admin_acts WHERE account_id = ? AND kind = 'sign_in_failed'",
  )
    .bind(admin.id)
    .first<number>('acts')
  expect(count).toBeLessThanOrEqual(most)
})

/** All routes that ask for a fresh proof. */
const PROVEN = [
  `PUT ${ADMIN_API.site}`,
  `POST ${ADMIN_API.passkeys}`,
  `POST ${ADMIN_API.newPasskeyChallenge}`,
  `PATCH ${ADMIN_API.ownPasskey}`,
  `DELETE ${ADMIN_API.ownPasskey}`,
  `PUT ${ADMIN_API.passkeyConfirmation}`,
  `DELETE ${ADMIN_API.bar}`,
  `PUT ${ADMIN_API.pause}`,
  `DELETE ${ADMIN_API.pause}`,
  `DELETE ${ADMIN_API.people}`,
  `DELETE ${ADMIN_API.personNetwork}`,
  `POST ${ADMIN_API.memberPasswordLink}`,
  `POST ${ADMIN_API.invitations}`,
  `POST ${ADMIN_API.reportMessages}`,
]

test('T59 sensitive acts ask for a new proof ten minutes after the last one', async () => {
  const [{ barId }, admin] = [await Bar.open(), await addAdmin()]
  const { id: memberId } = await addMember([barId, 'staff'])
  const asked: string[] = []
  const handlers = app.routes.filter(({ handler }) => handler.length < 2)
  for (const { method, path } of handlers) {
    if (['ALL', 'GET'].includes(method) || !path.startsWith('/api/admin/')) continue
    const token = await signIn(admin, Date.now() - TIMINGS.proofMs)
    const named = path
      .replace(':barId', barId)
      .replace(':accountId', memberId)
      .replace(/:\w+/, crypto.randomUUID())
    const request = { method, token, json: { role: 'staff' }, address: anAddress() }
    if ((await outcomeOf(askAsAdmin(named, request))) !== '403 proof_needed') continue
    asked.push(`${method} ${path}`)
    // A proof one second younger is fresh enough, so that any refusal then has another reason.
    const fresh = await signIn(admin, Date.now() - TIMINGS.proofMs + 1_000)
    const again = await outcomeOf(askAsAdmin(named, { ...request, token: fresh }))
    expect(again).not.toContain('proof_needed')
  }
  expect(asked.sort()).toEqual(PROVEN.toSorted())
})

test.each(['password', 'passkey'] as const)(
  'T59 a repeated %s allows sensitive acts for ten minutes, in this session only',
  async (kind) => {
    const [{ barId }, admin] = [await Bar.open(), await addAdmin()]
    const json = { name: 'Bar do Teste' }
    const key = new Authenticator()
    await add(await signIn(admin), key)
    const stale = Date.now() - TIMINGS.proofMs
    const [token, other] = [await signIn(admin, stale), await signIn(admin, stale)]
    passTime(1)
    const remove = async (by: string) =>
      outcomeOf(
        askAsAdmin(address(ADMIN_API.bar, { barId }), { method: 'DELETE', token: by, json }),
      )
    expect(await remove(token)).toBe('403 proof_needed')
    const [wrong, right] =
      kind === 'password'
        ? [{ password: 'errada' }, { password: admin.password }]
        : [new Authenticator(), key]
    expect(await prove(token, wrong)).toBe(WRONG)
    expect(await remove(token)).toBe('403 proof_needed')
    expect(await prove(token, right)).toBe('204')
    expect(await remove(other)).toBe('403 proof_needed')
    passTime(TIMINGS.proofMs)
    expect(await remove(token)).toBe('403 proof_needed')
    expect(await prove(token, right)).toBe('204')
    expect(await remove(token)).toBe('204')
  },
)

test('T59 only the first sign-in after a password link is asked to review older passkeys', async () => {
  const member = await addMember([(await Bar.open()).barId, 'staff'])
  const reviewOf = async (cookie: string) => {
    const answer = await askAsAdmin(ADMIN_API.session, { cookie })
    return (await answer.json<WhoIsSignedIn>()).reviewSince
  }
  const setByLink = async () => {
    const set = setPasswordByLink(await addPasswordLink(member), PASSWORD)
    expect(await outcomeOf(set)).toBe('204')
    passTime(1)
  }
  const enterByPassword = async () => {
    const entered = await logIn({ ...member, password: PASSWORD })
    passTime(1)
    return cookieOf(entered, '__Host-admin')
  }
  await setByLink()
  // There is no passkey to review yet.
  const before = await enterByPassword()
  expect(await reviewOf(before)).toBeNull()
  const key = new Authenticator()
  expect(await add(before.slice('__Host-admin='.length), key)).toBe('204')
  passTime(1)
  await setByLink()
  const [first, second] = [await enterByPassword(), await enterByPassword()]
  expect(await reviewOf(first)).toBeLessThan(Date.now())
  expect([await reviewOf(second), await reviewOf('')]).toEqual([null, null])
})

test('T65 a password link suspends older passkeys and sessions until the account confirms each', async () => {
  const { barId } = await Bar.open()
  const member = await addMember([barId, 'owner'])
  const [squatter, key, other] = [await signIn(member), new Authenticator(), new Authenticator()]
  expect(await add(squatter, key)).toBe('204')
  passTime(1)
  expect(await add(squatter, other)).toBe('204')
  const invited = await askAsAdmin(address(ADMIN_API.invitations, { barId }), {
    method: 'POST',
    token: squatter,
    json: { role: 'staff' },
  })
  const { link } = await invited.json<OneTimeLink>()
  passTime(1)
  expect((await enter(key)).status).toBe(201)
  await setPasswordByLink(await addPasswordLink(member), PASSWORD)
  passTime(1)

  expect(await outcomeOf(enter(key))).toBe(WRONG)
  expect(await outcomeOf(askAsAdmin(ADMIN_API.passkeys, { token: squatter }))).toBe(
    '401 unauthenticated',
  )
  const opened = askAsAdmin(ADMIN_API.invitation, {
    method: 'POST',
    json: { token: link.slice(link.indexOf('#') + 1) },
    address: anAddress(),
  })
  expect(await outcomeOf(opened)).toBe('410 link_expired')
  const entered = await logIn({ ...member, password: PASSWORD })
  const token = cookieOf(entered, '__Host-admin').slice('__Host-admin='.length)
  // A suspended passkey is no proof either.
  expect(await prove(token, key)).toBe(WRONG)
  const [first, second] = await list(token)
  expect([first?.isSuspended, second?.isSuspended]).toEqual([true, true])
  const path = address(ADMIN_API.passkeyConfirmation, { passkeyId: first?.id ?? '' })
  const confirm = (by: string) => outcomeOf(askAsAdmin(path, { method: 'PUT', token: by }))
  expect(await confirm(await signIn(await addAdmin()))).toBe('404 not_found')
  passTime(TIMINGS.proofMs)
  expect(await confirm(token)).toBe('403 proof_needed')
  expect(await prove(token, { password: PASSWORD })).toBe('204')
  expect(await confirm(token)).toBe('204')
  passTime(1)
  expect((await enter(key)).status).toBe(201)
  expect(await outcomeOf(enter(other))).toBe(WRONG)
})

test('T65 a passkey that arrives while a password link is used is not kept', async () => {
  const member = await addMember([(await Bar.open()).barId, 'staff'])
  const squatter = await signIn(member)
  const key = new Authenticator()
  const { challenge, cookie } = await challengeFor(squatter)
  const json = await key.create(challenge)
  const link = await addPasswordLink(member)
  let isUsed = false
  // The session was read; the link is used before the passkey is stored.
  const db = withQueries((query) => {
    if (/insert into "passkeys"/i.test(query) && !isUsed) isUsed = true
    return undefined
  })
  const slow = withMethod(db, 'batch', async (statements) => {
    if (isUsed) await setPasswordByLink(link, PASSWORD)
    return env.DB.batch(statements)
  })
  const both = `__Host-admin=${squatter}; ${cookie}`
  const request = { method: 'POST', cookie: both, json }
  const added = askAsAdmin(ADMIN_API.passkeys, request, { DB: slow })
  expect(await outcomeOf(added)).toBe('409 conflict')
  expect(isUsed).toBe(true)
  passTime(1)
  expect(await outcomeOf(enter(key))).toBe(WRONG)
})

test('T28 an open session cannot guess the password, neither by proofs nor by a new password', async () => {
  for (const [path, named] of [
    [ADMIN_API.proof, (guess: string) => ({ password: guess })],
    [ADMIN_API.password, (guess: string) => ({ current: guess, password: PASSWORD })],
  ] as const) {
    const token = await signIn(await addAdmin())
    const address = anAddress()
    const answers: string[] = []
    for (let turn = 0; turn < 7; turn += 1) {
      const request = { method: 'PUT', token, json: named(`errada ${turn}`), address }
      answers.push(await failureOf(await askAsAdmin(path, request)))
    }
    expect(answers).toEqual([...Array(5).fill(WRONG), ...Array(2).fill('429 throttled')])
  }
})

async function challengeFor(token?: string): Promise<{ challenge: string; cookie: string }> {
  const path = token ? ADMIN_API.newPasskeyChallenge : ADMIN_API.passkeyChallenge
  const answer = await askAsAdmin(path, { method: 'POST', token })
  const { challenge } = await answer.json<PasskeyChallenge>()
  return { challenge, cookie: cookieOf(answer, '__Host-passkey') }
}

async function add(token: string, key: Authenticator, fault = {}): Promise<string> {
  const { challenge, cookie } = await challengeFor(token)
  const json = await key.create(challenge, fault)
  const both = `__Host-admin=${token}; ${cookie}`
  return outcomeOf(askAsAdmin(ADMIN_API.passkeys, { method: 'POST', cookie: both, json }))
}

async function list(token: string): Promise<OwnPasskeys['passkeys']> {
  return (await (await askAsAdmin(ADMIN_API.passkeys, { token })).json<OwnPasskeys>()).passkeys
}

async function enter(key: Authenticator, address = anAddress(), device = ''): Promise<Response> {
  const { challenge, cookie } = await challengeFor()
  return send(await key.get(challenge), `${cookie}; ${device}`, address)
}

const send = (json: unknown, cookie: string, address = anAddress()): Promise<Response> =>
  askAsAdmin(ADMIN_API.passkeySession, { method: 'POST', json, cookie, address })

async function prove(token: string, by: Authenticator | { password: string }): Promise<string> {
  const { challenge, cookie } = await challengeFor()
  const json = by instanceof Authenticator ? { passkey: await by.get(challenge) } : by
  const both = `__Host-admin=${token}; ${cookie}`
  const request = { method: 'PUT', cookie: both, json, address: anAddress() }
  return outcomeOf(askAsAdmin(ADMIN_API.proof, request))
}
