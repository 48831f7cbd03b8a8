import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { address } from '#contract/address.ts'
import type { AdminSession } from '#contract/admin.ts'
import type { AdminBar, AdminBarList } from '#contract/admin-bar.ts'
import { ADMIN_API, BARS_PARAMETER, SET_PASSWORD_FRAGMENT } from '#contract/admin-paths.ts'
import { MINUTE_MS } from '#contract/durations.ts'
import { LIMITS } from '#contract/limits.ts'
import type { MonitorBoard } from '#contract/monitor.ts'
import type { OwnPasskeys, PasskeyChallenge } from '#contract/passkeys.ts'
import type { OneTimeLink, Team } from '#contract/team.ts'
import { TIMINGS } from '#contract/timings.ts'
import {
  addAdmin,
  addMember,
  anAddress,
  askAsAdmin,
  cookieOf,
  logIn,
  setColumns,
  setPasswordByLink,
  signIn,
  someone,
  toEdited,
} from '#test/worker/admin.ts'
import { Authenticator } from '#test/worker/authenticator.ts'
import { outcomeOf, withMethod } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import { scheduled } from '#worker/scheduled.ts'

beforeEach(() => {
  stopClock()
  // The Worker logs each act.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const PASSWORD = 'cinco pastéis e um caldo'

const EXPIRED = '410 link_expired'

/** Sends each request from a network of its own. */
const post = (path: string, json: unknown, by: { token?: string; cookie?: string } = {}) =>
  askAsAdmin(path, { method: 'POST', address: anAddress(), json, ...by })

async function invite(token: string, bar: Bar, role: 'owner' | 'staff' = 'staff') {
  const { link } = await (
    await post(address(ADMIN_API.invitations, { barId: bar.barId }), { role }, { token })
  ).json<OneTimeLink>()
  return link.slice(link.indexOf('#') + 1)
}

const open = (token: string) => post(ADMIN_API.invitation, { token })

const join = (token: string, email = anEmail()) =>
  post(ADMIN_API.join, { token, email, password: PASSWORD })

const joinAs = (session: string, token: string) =>
  askAsAdmin(ADMIN_API.join, { method: 'PUT', token: session, json: { token } })

const endMember = (token: string, bar: Bar, { id }: { id: string }) =>
  outcomeOf(
    askAsAdmin(address(ADMIN_API.member, { barId: bar.barId, accountId: id }), {
      method: 'DELETE',
      token,
    }),
  )

const anEmail = () => `${crypto.randomUUID()}@brinde.test`

async function barsOf(cookie: string): Promise<string[]> {
  const { bars } = await (await askAsAdmin(ADMIN_API.bars, { cookie })).json<AdminBarList>()
  return bars.map(({ id, role }) => `${id} ${role}`)
}

const userOf = async (answer: Response) => (await answer.json<AdminSession>()).user

/** So many more of the staff. */
async function addMembers({ barId }: Bar, count: number): Promise<void> {
  const ids = JSON.stringify(Array.from({ length: count }, () => crypto.randomUUID()))
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO accounts (id, email, created_at) SELECT value, value || '@brinde.test', 1 FROM json_each(?)",
    ).bind(ids),
    env.DB.prepare("INSERT INTO memberships SELECT value, ?, 'staff', 1 FROM json_each(?)").bind(
      barId,
      ids,
    ),
  ])
}

const teamOf = async (token: string, bar: Bar): Promise<Team> =>
  (await askAsAdmin(address(ADMIN_API.team, { barId: bar.barId }), { token })).json<Team>()

/** A bar, its owner and an administrator, signed in. */
async function aHouse() {
  const bar = await Bar.open()
  const owner = await addMember([bar.barId, 'owner'])
  return { bar, owner, ownerToken: await signIn(owner), adminToken: await signIn(await addAdmin()) }
}

test('a link lets a person join with a new or an existing account, and lists their bars', async () => {
  const { bar, adminToken } = await aHouse()
  const token = await invite(adminToken, bar, 'owner')
  expect(await (await open(token)).json()).toEqual({
    barName: 'Bar do Teste',
    role: 'owner',
    expiresAt: Date.now() + TIMINGS.invitationMs,
  })
  const email = anEmail()
  const joined = await join(token, email)
  expect(await barsOf(cookieOf(joined, '__Host-admin'))).toEqual([`${bar.barId} owner`])
  expect(await userOf(joined)).toMatchObject({ email, role: 'owner' })
  const { members, invitations } = await teamOf(adminToken, bar)
  expect(members.map((member) => `${member.email} ${member.role}`)).toContain(`${email} owner`)
  expect(invitations).toEqual([])
  // The new account can sign in with email and password.
  expect(await outcomeOf(logIn({ email, password: PASSWORD }))).toBe('201')

  const other = await Bar.open()
  const known = await addMember([other.barId, 'staff'])
  const second = await invite(adminToken, bar, 'owner')
  expect(await outcomeOf(join(second, known.email))).toBe('409 email_taken')
  const session = await signIn(known)
  const user = await userOf(await joinAs(session, second))
  expect(user).toMatchObject({ id: known.id, role: 'owner' })
  const bars = await barsOf(`__Host-admin=${session}`)
  expect(bars.sort()).toEqual([`${bar.barId} owner`, `${other.barId} staff`].sort())
})

test('T65 the team shows an email as unconfirmed until a password link for it is used', async () => {
  const { bar, ownerToken } = await aHouse()
  const email = anEmail()
  const { id } = await userOf(await join(await invite(ownerToken, bar), email))
  const isConfirmed = async () =>
    (await teamOf(ownerToken, bar)).members.find((one) => one.id === id)?.isEmailConfirmed
  expect(await isConfirmed()).toBe(false)
  const path = address(ADMIN_API.memberPasswordLink, { barId: bar.barId, accountId: id })
  const { link } = await (await post(path, undefined, { token: ownerToken })).json<OneTimeLink>()
  expect(await isConfirmed()).toBe(false)
  const token = link.slice(link.indexOf(SET_PASSWORD_FRAGMENT) + SET_PASSWORD_FRAGMENT.length)
  expect(await outcomeOf(setPasswordByLink(token, PASSWORD))).toBe('204')
  expect(await isConfirmed()).toBe(true)
})

test('T30 T67 an invitation asks for the accounts of thirty emails in ten minutes, by either request', async () => {
  const { bar, owner, ownerToken } = await aHouse()
  const token = await invite(ownerToken, bar)
  const known = { token, email: owner.email }
  for (let turn = 0; turn < 15; turn += 1) {
    expect(await outcomeOf(join(token, owner.email))).toBe('409 email_taken')
    expect(await outcomeOf(post(ADMIN_API.joinChallenge, known))).toBe('409 email_taken')
  }
  expect(await outcomeOf(join(token, owner.email))).toBe('429 throttled')
  expect(await outcomeOf(post(ADMIN_API.joinChallenge, known))).toBe('429 throttled')
  expect(await outcomeOf(join(await invite(ownerToken, bar)))).toBe('201')
  passTime(10 * MINUTE_MS)
  expect(await outcomeOf(join(token))).toBe('201')
})

test('T70 an account signs in no more thirty days after its last bar, and others stay', async () => {
  const { bar, ownerToken } = await aHouse()
  const email = anEmail()
  const { id } = await userOf(await join(await invite(ownerToken, bar), email))
  const stays = anEmail()
  await join(await invite(ownerToken, bar), stays)
  passTime(TIMINGS.barlessAccountMs)
  const owner = await addMember([bar.barId, 'owner'])
  expect(await endMember(await signIn(owner), bar, { id })).toBe('204')
  const enter = (who: string) => outcomeOf(logIn({ email: who, password: PASSWORD }))
  passTime(TIMINGS.barlessAccountMs - 1)
  await scheduled({} as ScheduledController, env)
  expect(await enter(email)).toBe('201')
  passTime(1)
  await scheduled({} as ScheduledController, env)
  expect([await enter(email), await enter(stays)]).toEqual(['401 wrong_credentials', '201'])
})

test('T70 an account signs in until thirty days after its last bar was deleted', async () => {
  const { bar } = await aHouse()
  const owner = await addMember([bar.barId, 'owner'])
  passTime(TIMINGS.barlessAccountMs)
  const token = await signIn(await addAdmin())
  const deleting = { method: 'DELETE', token, json: { name: 'Bar do Teste' } }
  const path = address(ADMIN_API.bar, { barId: bar.barId })
  expect(await outcomeOf(askAsAdmin(path, deleting))).toBe('204')
  const enter = () => outcomeOf(logIn(owner))
  passTime(TIMINGS.barlessAccountMs - 1)
  await scheduled({} as ScheduledController, env)
  expect(await enter()).toBe('201')
  passTime(1)
  await scheduled({} as ScheduledController, env)
  expect(await enter()).toBe('401 wrong_credentials')
})

test('T60 a link works once, even for two parallel requests, and only its hash is stored', async () => {
  const { bar, ownerToken } = await aHouse()
  const token = await invite(ownerToken, bar)
  const kept = await env.DB.prepare('SELECT * FROM invitations').all()
  expect(JSON.stringify(kept)).toContain(hashSecret(token))
  expect(JSON.stringify([kept, await teamOf(ownerToken, bar)])).not.toContain(token)
  const outcomes = await Promise.all([outcomeOf(join(token)), outcomeOf(join(token))])
  expect(outcomes.sort()).toEqual(['201', EXPIRED])
  const session = await signIn(await addMember())
  for (const late of [open(token), joinAs(session, token)]) {
    expect(await outcomeOf(late)).toBe(EXPIRED)
  }
  expect((await teamOf(ownerToken, bar)).members).toHaveLength(2)
})

test('T60 a link ends after 24 hours, when cancelled, and with its creator’s role', async () => {
  const { bar, owner, ownerToken, adminToken } = await aHouse()
  const cancelled = await invite(ownerToken, bar)
  const id = (await teamOf(ownerToken, bar)).invitations[0]?.id ?? ''
  const [old, orphan] = [await invite(ownerToken, bar), await invite(ownerToken, bar)]
  const cancelling = { method: 'DELETE', token: ownerToken }
  expect(
    await outcomeOf(
      askAsAdmin(
        address(ADMIN_API.ownInvitation, { barId: bar.barId, invitationId: id }),
        cancelling,
      ),
    ),
  ).toBe('204')
  expect(await outcomeOf(join(cancelled))).toBe(EXPIRED)
  expect(await endMember(adminToken, bar, owner)).toBe('204')
  expect(await outcomeOf(join(orphan))).toBe(EXPIRED)
  const late = await invite(adminToken, bar)
  passTime(TIMINGS.invitationMs)
  for (const token of [old, late]) {
    expect([await outcomeOf(open(token)), await outcomeOf(join(token))]).toEqual([EXPIRED, EXPIRED])
  }
  expect((await teamOf(await signIn(await addAdmin()), bar)).members).toEqual([])
})

async function joinByPasskey(token: string, email: string, key: Authenticator, fault = {}) {
  const asked = await post(ADMIN_API.joinChallenge, { token, email })
  if (!asked.ok) return asked
  const passkey = await key.create((await asked.json<PasskeyChallenge>()).challenge, fault)
  const cookie = cookieOf(asked, '__Host-passkey')
  return post(ADMIN_API.join, { token, email, passkey }, { cookie })
}

test('T59 an invitation can make an account with a passkey alone, and the passkey opens it', async () => {
  const { bar, ownerToken } = await aHouse()
  const token = await invite(ownerToken, bar)
  const [email, key] = [anEmail(), new Authenticator()]
  const refused = joinByPasskey(token, email, key, { verified: false })
  expect(await outcomeOf(refused)).toBe('401 wrong_credentials')
  const joined = await joinByPasskey(token, email, key)
  const cookie = cookieOf(joined, '__Host-admin')
  expect(await userOf(joined)).toMatchObject({ email, role: 'staff' })
  expect(await barsOf(cookie)).toEqual([`${bar.barId} staff`])
  const row = await env.DB.prepare('SELECT * FROM accounts WHERE email = ?').bind(email).first()
  expect(row).toMatchObject({ password_hash: null, password_set_at: null })
  for (const password of ['', 'null', PASSWORD]) {
    expect(await outcomeOf(logIn({ email, password }))).toMatch(/^4/)
  }
  passTime(1)
  const asked = await askAsAdmin(ADMIN_API.passkeyChallenge, { method: 'POST' })
  const answer = await key.get((await asked.json<PasskeyChallenge>()).challenge)
  const challenge = { cookie: cookieOf(asked, '__Host-passkey') }
  expect(await outcomeOf(post(ADMIN_API.passkeySession, answer, challenge))).toBe('201')
  // The only way in cannot be removed.
  const own = await (await askAsAdmin(ADMIN_API.passkeys, { cookie })).json<OwnPasskeys>()
  expect(own.hasPassword).toBe(false)
  const path = address(ADMIN_API.ownPasskey, { passkeyId: own.passkeys[0]?.id ?? '' })
  expect(await outcomeOf(askAsAdmin(path, { method: 'DELETE', cookie }))).toBe('409 conflict')
})

test('T60 a passkey uses up an invitation, and a known email or passkey makes no account', async () => {
  const { bar, owner, ownerToken } = await aHouse()
  const [first, second] = [await invite(ownerToken, bar), await invite(ownerToken, bar)]
  const [key, other, email] = [new Authenticator(), new Authenticator(), anEmail()]
  for (const [token, of, by, outcome] of [
    [first, owner.email, key, '409 email_taken'],
    [first, anEmail(), key, '201'],
    [first, anEmail(), other, EXPIRED],
    [second, email, key, '409 conflict'],
  ] as const) {
    expect(await outcomeOf(joinByPasskey(token, of, by))).toBe(outcome)
  }
  const row = await env.DB.prepare('SELECT id FROM accounts WHERE email = ?').bind(email).first()
  expect([row, await outcomeOf(open(second))]).toEqual([null, '200'])
})

test('T34 an owner invites only staff, up to a limit, ends no owner, and stays owner by a staff link', async () => {
  const { bar, ownerToken } = await aHouse()
  const forOwner = post(
    address(ADMIN_API.invitations, { barId: bar.barId }),
    { role: 'owner' },
    { token: ownerToken },
  )
  expect(await outcomeOf(forOwner)).toBe('404 bar_not_found')
  const partner = await addMember([bar.barId, 'owner'])
  expect(await endMember(ownerToken, bar, partner)).toBe('404 not_found')
  await joinAs(ownerToken, await invite(ownerToken, bar))
  expect(await barsOf(`__Host-admin=${ownerToken}`)).toEqual([`${bar.barId} owner`])
  for (let made = 0; made < LIMITS.openInvitations; made += 1) await invite(ownerToken, bar)
  const more = post(
    address(ADMIN_API.invitations, { barId: bar.barId }),
    { role: 'staff' },
    { token: ownerToken },
  )
  expect(await outcomeOf(more)).toBe('409 conflict')
})

test('T34 a bar invites nobody beyond a full team, and lists the whole of it', async () => {
  const { bar, ownerToken } = await aHouse()
  await addMembers(bar, LIMITS.teamMembers - 2)
  const last = await invite(ownerToken, bar)
  const more = () =>
    post(
      address(ADMIN_API.invitations, { barId: bar.barId }),
      { role: 'staff' },
      { token: ownerToken },
    )
  expect(await outcomeOf(more())).toBe('409 conflict')
  expect((await join(last)).status).toBe(201)
  expect(await outcomeOf(more())).toBe('409 conflict')
  const { members } = await teamOf(ownerToken, bar)
  expect(members).toHaveLength(LIMITS.teamMembers)
  const [staff] = members.filter(({ role }) => role === 'staff')
  expect(await endMember(ownerToken, bar, staff as { id: string })).toBe('204')
  expect(await outcomeOf(more())).toBe('201')
})

test('T34 an unchanged board is 304, and an ended role ends with the next request, not the session', async () => {
  const { bar, owner, ownerToken, adminToken } = await aHouse()
  const path = address(ADMIN_API.monitor, { [BARS_PARAMETER]: [bar.barId].join() })
  let tag = ''
  const ask = async () => {
    const answer = await askAsAdmin(path, { token: ownerToken, headers: { 'If-None-Match': tag } })
    tag = answer.headers.get('ETag') ?? ''
    if (answer.status === 304) return '304'
    return (await answer.json<MonitorBoard>()).rooms.map(({ people }) => people.length)
  }
  expect([await ask(), await ask()]).toEqual([[0], '304'])
  await bar.admit('Ana')
  expect([await ask(), await ask()]).toEqual([[1], '304'])
  expect([await endMember(adminToken, bar, owner), await ask()]).toEqual(['204', []])
  const left = askAsAdmin(address(ADMIN_API.bar, { barId: bar.barId }), { token: ownerToken })
  expect(await outcomeOf(left)).toBe('404 bar_not_found')
  const who = await userOf(await askAsAdmin(ADMIN_API.session, { token: ownerToken }))
  expect(who).toMatchObject({ id: owner.id, role: 'staff' })
})

const setByLink = (link: string) => {
  const token = link.slice(link.indexOf(SET_PASSWORD_FRAGMENT) + SET_PASSWORD_FRAGMENT.length)
  return outcomeOf(setPasswordByLink(token, PASSWORD))
}

test('T34 an owner cannot reset the password of an account that also belongs to another owner’s bar', async () => {
  const { bar, ownerToken } = await aHouse()
  const elsewhere = await Bar.open()
  const askForLink = ({ id }: { id: string }) =>
    askAsAdmin(address(ADMIN_API.memberPasswordLink, { barId: bar.barId, accountId: id }), {
      method: 'POST',
      token: ownerToken,
    })
  const linkFor = async (member: { id: string }) =>
    (await (await askForLink(member)).json<OneTimeLink>()).link
  const [forgetful, staff] = [
    await addMember([bar.barId, 'staff']),
    await addMember([bar.barId, 'staff']),
  ]
  expect(await setByLink(await linkFor(forgetful))).toBe('204')
  // Another bar's owner accepts an invitation as staff.
  const victim = await addMember([elsewhere.barId, 'owner'])
  const theirs = await signIn(victim)
  await joinAs(theirs, await invite(ownerToken, bar))
  // Here the account joins the other bar after the link was made, within its 30 minutes.
  const link = await linkFor(staff)
  await joinAs(await signIn(staff), await invite(theirs, elsewhere))
  expect(await setByLink(link)).toBe(EXPIRED)
  // The owner gets no link for an administrator who is a member, and none for the own account.
  const admin = await addAdmin()
  await joinAs(await signIn(admin), await invite(ownerToken, bar))
  const { members } = await teamOf(ownerToken, bar)
  const self = members.find(({ role }) => role === 'owner') ?? { id: '' }
  for (const member of [victim, admin, self]) {
    expect(await outcomeOf(askForLink(member))).toBe('409 belongs_elsewhere')
  }
})

test('T34 an edit by the owner leaves plan, owner and document unchanged', async () => {
  const { bar, ownerToken } = await aHouse()
  const path = address(ADMIN_API.bar, { barId: bar.barId })
  const read = async () => (await askAsAdmin(path, { token: ownerToken })).json<AdminBar>()
  await setColumns(bar.barId, { owner_name: 'Helena', document: '1' })
  const json = {
    ...toEdited(await read()),
    name: 'Outro nome',
    city: 'Santos',
    ownerName: 'Outra',
    document: '11222333000181',
    subscriptionPlan: 'yearly',
  }
  // The repeat finds the edit done.
  const edit = { method: 'PUT', token: ownerToken, json }
  for (const _ of [1, 2]) expect(await outcomeOf(askAsAdmin(path, edit))).toBe('200')
  expect(await read()).toMatchObject({
    name: 'Outro nome',
    city: 'Santos',
    revision: 2,
    ownerName: 'Helena',
    document: '1',
    subscriptionPlan: 'trial',
  })
})

test('T7 T34 staff see the people of their bar without phones and contract, and owners masked phones', async () => {
  const { bar, ownerToken } = await aHouse()
  const other = await Bar.open()
  await other.admit('Davi', { phone: '+5511900000002' })
  await bar.admit('Ana', { phone: '+5511900000001' })
  const told = async (token: string) => {
    const answer = await askAsAdmin(
      address(ADMIN_API.monitor, { [BARS_PARAMETER]: [bar.barId, other.barId].join() }),
      { token },
    )
    const { rooms } = await answer.json<MonitorBoard>()
    return rooms.flatMap(({ people }) => people.map(({ name, phone }) => `${name} ${phone}`))
  }
  expect(await told(ownerToken)).toEqual(['Ana •••• 0001'])
  const staffToken = await signIn(await addMember([bar.barId, 'staff']))
  expect(await told(staffToken)).toEqual(['Ana null'])
  await setColumns(bar.barId, { phone: '+5511900000003', email: 'o@x.br' })
  for (const path of [ADMIN_API.bars, address(ADMIN_API.bar, { barId: bar.barId })]) {
    const text = await (await askAsAdmin(path, { token: staffToken })).text()
    expect(text).not.toMatch(/\+55119|o@x\.br/)
  }
})

test('T34 a member who becomes an owner while an owner removes them stays', async () => {
  const { barId } = await Bar.open()
  const owner = await someone('owner', barId)
  const member = await addMember([barId, 'staff'])
  const role = () =>
    env.DB.prepare('SELECT role FROM memberships WHERE account_id = ?')
      .bind(member.id)
      .first('role')
  const DB = withMethod(env.DB, 'batch', (async (statements) => {
    await env.DB.prepare("UPDATE memberships SET role = 'owner' WHERE account_id = ?")
      .bind(member.id)
      .run()
    return env.DB.batch(statements)
  }) as D1Database['batch'])
  const path = address(ADMIN_API.member, { barId, accountId: member.id })
  await askAsAdmin(path, { method: 'DELETE', token: owner.token }, { DB })
  expect(await role()).toBe('owner')
})
