import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AdminSession, WhoIsSignedIn } from '#contract/admin.ts'
import type { AdminBar, AdminBarList } from '#contract/admin-bar.ts'
import {
  ADMIN_API,
  SET_PASSWORD_FRAGMENT,
  toAdminBar,
  toInvitation,
  toInvitations,
  toMember,
  toMemberPasswordLink,
  toMonitor,
  toOwnPasskey,
  toTeam,
} from '#contract/admin-paths.ts'
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
  signIn,
  toEdited,
} from '#test/worker/admin.ts'
import { Authenticator } from '#test/worker/authenticator.ts'
import { failureOf, statusOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { hashSecret } from '#worker/auth/tokens.ts'

beforeEach(() => {
  stopClock()
  // Each act is logged.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const PASSWORD = 'cinco pastéis e um caldo'

/** As from a browser of its own. */
const post = (path: string, json: unknown, by: { token?: string; cookie?: string } = {}) =>
  askAsAdmin(path, { method: 'POST', address: anAddress(), json, ...by })

async function invite(token: string, bar: Bar, role: 'owner' | 'staff'): Promise<string> {
  const answer = await post(toInvitations(bar.barId), { role }, { token })
  expect(answer.status).toBe(201)
  const { link } = await answer.json<OneTimeLink>()
  return link.slice(link.indexOf('#') + 1)
}

const open = (token: string) => post(ADMIN_API.invitation, { token })

const join = (token: string, email: string) =>
  post(ADMIN_API.join, { token, email, password: PASSWORD })

const joinAs = (session: string, token: string) =>
  askAsAdmin(ADMIN_API.join, { method: 'PUT', token: session, json: { token } })

const endMember = (token: string, bar: Bar, { id }: { id: string }) =>
  askAsAdmin(toMember(bar.barId, id), { method: 'DELETE', token })

const anEmail = () => `${crypto.randomUUID()}@brinde.test`

async function barsOf(cookie: string): Promise<string[]> {
  const answer = await askAsAdmin(ADMIN_API.bars, { cookie })
  return (await answer.json<AdminBarList>()).bars.map(({ id, role }) => `${id} ${role}`)
}

const teamOf = async (token: string, bar: Bar): Promise<Team> =>
  (await askAsAdmin(toTeam(bar.barId), { token })).json<Team>()

/** A bar, its owner and an administrator, signed in. */
async function aHouse() {
  const bar = await Bar.open()
  const owner = await addMember([bar.barId, 'owner'])
  return { bar, owner, ownerToken: await signIn(owner), adminToken: await signIn(await addAdmin()) }
}

test('somebody joins by a link with a new account, is signed in at once and finds their one bar, or with the one that they have', async () => {
  const { bar, adminToken } = await aHouse()
  const token = await invite(adminToken, bar, 'owner')
  expect(await (await open(token)).json()).toEqual({
    barName: 'Bar do Teste',
    role: 'owner',
    expiresAt: Date.now() + TIMINGS.invitationMs,
  })
  const email = anEmail()
  const joined = await join(token, email)
  expect(joined.status).toBe(201)
  expect((await joined.json<AdminSession>()).user).toMatchObject({ email, role: 'owner' })
  expect(await barsOf(cookieOf(joined, '__Host-admin'))).toEqual([`${bar.barId} owner`])
  const { members, invitations } = await teamOf(adminToken, bar)
  expect(members.map((member) => `${member.email} ${member.role}`)).toContain(`${email} owner`)
  expect(invitations).toEqual([])
  // And later by email and password.
  expect((await post(ADMIN_API.session, { email, password: PASSWORD })).status).toBe(201)

  // An email that has an account signs in, and gets the bar besides its own.
  const other = await Bar.open()
  const known = await addMember([other.barId, 'staff'])
  const second = await invite(adminToken, bar, 'owner')
  expect(await failureOf(await join(second, known.email))).toBe('409 email_taken')
  const session = await signIn(known)
  const answer = await (await joinAs(session, second)).json<AdminSession>()
  expect(answer.user).toMatchObject({ id: known.id, role: 'owner' })
  const bars = await barsOf(`__Host-admin=${session}`)
  expect(bars.sort()).toEqual([`${bar.barId} owner`, `${other.barId} staff`].sort())
})

test('T60 a link is good once, also for two who open it at the same time, and only its hash is kept', async () => {
  const { bar, ownerToken } = await aHouse()
  const token = await invite(ownerToken, bar, 'staff')
  const kept = await env.DB.prepare('SELECT * FROM invitations').all()
  expect(JSON.stringify(kept)).toContain(hashSecret(token))
  expect(JSON.stringify([kept, await teamOf(ownerToken, bar)])).not.toContain(token)
  const answers = await Promise.all([join(token, anEmail()), join(token, anEmail())])
  const outcomes = await Promise.all(
    answers.map((answer) => (answer.ok ? '201' : failureOf(answer))),
  )
  expect(outcomes.sort()).toEqual(['201', '410 link_expired'])
  expect(await failureOf(await open(token))).toBe('410 link_expired')
  expect(await failureOf(await joinAs(await signIn(await addMember()), token))).toBe(
    '410 link_expired',
  )
  expect((await teamOf(ownerToken, bar)).members).toHaveLength(2)
})

test('T60 a link ends after 24 hours, when it is cancelled, and with the role of whoever made it', async () => {
  const { bar, owner, ownerToken, adminToken } = await aHouse()
  const [old, cancelled, orphan] = [
    await invite(ownerToken, bar, 'staff'),
    await invite(ownerToken, bar, 'staff'),
    await invite(ownerToken, bar, 'staff'),
  ]
  const id = await env.DB.prepare('SELECT id FROM invitations WHERE token_hash = ?')
    .bind(hashSecret(cancelled))
    .first<string>('id')
  const { invitations } = await teamOf(ownerToken, bar)
  expect(invitations.map((one) => one.id)).toContain(id)
  const request = { method: 'DELETE', token: ownerToken }
  expect((await askAsAdmin(toInvitation(bar.barId, id ?? ''), request)).status).toBe(204)
  expect(await failureOf(await join(cancelled, anEmail()))).toBe('410 link_expired')
  expect((await endMember(adminToken, bar, owner)).status).toBe(204)
  expect(await failureOf(await join(orphan, anEmail()))).toBe('410 link_expired')
  const late = await invite(adminToken, bar, 'staff')
  passTime(TIMINGS.invitationMs)
  for (const token of [old, late]) {
    expect(await failureOf(await open(token))).toBe('410 link_expired')
    expect(await failureOf(await join(token, anEmail()))).toBe('410 link_expired')
  }
  const { members } = await teamOf(await signIn(await addAdmin()), bar)
  expect(members).toEqual([])
})

async function joinByPasskey(token: string, email: string, key: Authenticator, fault = {}) {
  const asked = await post(ADMIN_API.joinChallenge, { token, email })
  if (!asked.ok) return asked
  const passkey = await key.create((await asked.json<PasskeyChallenge>()).challenge, fault)
  const cookie = cookieOf(asked, '__Host-passkey')
  return post(ADMIN_API.join, { token, email, passkey }, { cookie })
}

test('T59 an invitation ends with a passkey and no password, and the passkey opens the account', async () => {
  const { bar, ownerToken } = await aHouse()
  const token = await invite(ownerToken, bar, 'staff')
  const [email, key] = [anEmail(), await Authenticator.make()]
  for (const fault of [{ origin: 'https://brinde.example' }, { verified: false }]) {
    expect(await failureOf(await joinByPasskey(token, email, key, fault))).toBe(
      '401 wrong_credentials',
    )
  }
  const joined = await joinByPasskey(token, email, key)
  expect(joined.status).toBe(201)
  expect((await joined.json<AdminSession>()).user).toMatchObject({ email, role: 'staff' })
  const cookie = cookieOf(joined, '__Host-admin')
  expect(await barsOf(cookie)).toEqual([`${bar.barId} staff`])
  const row = await env.DB.prepare('SELECT * FROM accounts WHERE email = ?').bind(email).first()
  expect(row).toMatchObject({ password_hash: null, password_set_at: null })
  for (const password of ['', 'null', PASSWORD]) {
    const { status } = await post(ADMIN_API.session, { email, password })
    expect(status).toBeGreaterThanOrEqual(400)
  }
  passTime(1)
  const asked = await askAsAdmin(ADMIN_API.passkeyChallenge, { method: 'POST' })
  const answer = await key.get((await asked.json<PasskeyChallenge>()).challenge)
  const challenge = { cookie: cookieOf(asked, '__Host-passkey') }
  expect((await post(ADMIN_API.passkeySession, answer, challenge)).status).toBe(201)
  // The only way in is not removed.
  const own = await (await askAsAdmin(ADMIN_API.passkeys, { cookie })).json<OwnPasskeys>()
  expect(own.hasPassword).toBe(false)
  const path = toOwnPasskey(own.passkeys[0]?.id ?? '')
  expect(await failureOf(await askAsAdmin(path, { method: 'DELETE', cookie }))).toBe('409 conflict')
})

test('T60 a passkey uses an invitation up as a password does, and a known email or key makes no account', async () => {
  const { bar, owner, ownerToken } = await aHouse()
  const [first, second] = [
    await invite(ownerToken, bar, 'staff'),
    await invite(ownerToken, bar, 'staff'),
  ]
  const key = await Authenticator.make()
  expect(await failureOf(await joinByPasskey(first, owner.email, key))).toBe('409 email_taken')
  expect((await joinByPasskey(first, anEmail(), key)).status).toBe(201)
  expect(await failureOf(await joinByPasskey(first, anEmail(), await Authenticator.make()))).toBe(
    '410 link_expired',
  )
  const email = anEmail()
  expect(await failureOf(await joinByPasskey(second, email, key))).toBe('409 conflict')
  const row = await env.DB.prepare('SELECT id FROM accounts WHERE email = ?').bind(email).first()
  expect(row).toBeNull()
  expect((await open(second)).status).toBe(200)
})

test('T34 an owner invites staff alone and ends no other owner, and an owner who opens a link for staff stays one', async () => {
  const { bar, ownerToken } = await aHouse()
  const forOwner = await post(toInvitations(bar.barId), { role: 'owner' }, { token: ownerToken })
  expect(await failureOf(forOwner)).toBe('404 bar_not_found')
  const partner = await addMember([bar.barId, 'owner'])
  expect(await failureOf(await endMember(ownerToken, bar, partner))).toBe('404 not_found')
  await joinAs(ownerToken, await invite(ownerToken, bar, 'staff'))
  expect(await barsOf(`__Host-admin=${ownerToken}`)).toEqual([`${bar.barId} owner`])
})

test('T34 an unchanged board of one’s own bars is 304, until somebody comes; a role that is taken away ends with the next request, and the session stays', async () => {
  const { bar, owner, ownerToken, adminToken } = await aHouse()
  const path = toMonitor([bar.barId])
  let tag = ''
  const ask = async () => {
    const answer = await askAsAdmin(path, { token: ownerToken }, {}, tag)
    tag = answer.headers.get('ETag') ?? ''
    if (answer.status === 304) return statusOf(answer)
    return (await answer.json<MonitorBoard>()).rooms.map(({ people }) => people.length)
  }
  expect([await ask(), await ask()]).toEqual([[0], 304])
  await bar.admit('Ana')
  expect([await ask(), await ask()]).toEqual([[1], 304])
  expect((await endMember(adminToken, bar, owner)).status).toBe(204)
  expect(await ask()).toEqual([])
  const left = await askAsAdmin(toAdminBar(bar.barId), { token: ownerToken })
  expect(await failureOf(left)).toBe('404 bar_not_found')
  const who = await askAsAdmin(ADMIN_API.session, { token: ownerToken })
  expect((await who.json<WhoIsSignedIn>()).user).toMatchObject({ id: owner.id, role: 'staff' })
})

const setByLink = (link: string) => {
  const token = link.slice(link.indexOf(SET_PASSWORD_FRAGMENT) + SET_PASSWORD_FRAGMENT.length)
  return post(ADMIN_API.passwordLink, { token, password: PASSWORD })
}

const askForLink = (token: string, bar: Bar, { id }: { id: string }) =>
  askAsAdmin(toMemberPasswordLink(bar.barId, id), { method: 'POST', token })

test('T34 an owner links a lost password to be set, and gets into no account that belongs to another bar too, however it came', async () => {
  const { bar, ownerToken } = await aHouse()
  const elsewhere = await Bar.open()
  const forgetful = await addMember([bar.barId, 'staff'])
  const made = await (await askForLink(ownerToken, bar, forgetful)).json<OneTimeLink>()
  expect((await setByLink(made.link)).status).toBe(204)
  // Another bar's owner is invited as staff, and accepts.
  const victim = await addMember([elsewhere.barId, 'owner'])
  const theirs = await signIn(victim)
  await joinAs(theirs, await invite(ownerToken, bar, 'staff'))
  expect(await failureOf(await askForLink(ownerToken, bar, victim))).toBe('409 belongs_elsewhere')
  // The link comes first, and the account gets the other bar within its 30 minutes.
  const staff = await addMember([bar.barId, 'staff'])
  const { link } = await (await askForLink(ownerToken, bar, staff)).json<OneTimeLink>()
  await joinAs(await signIn(staff), await invite(theirs, elsewhere, 'staff'))
  expect(await failureOf(await setByLink(link))).toBe('410 link_expired')
  // Nor an administrator's who helps in the bar, nor one's own without the present password.
  const admin = await addAdmin()
  await joinAs(await signIn(admin), await invite(ownerToken, bar, 'staff'))
  const { members } = await teamOf(ownerToken, bar)
  const self = members.find(({ role }) => role === 'owner') ?? { id: '' }
  for (const member of [admin, self]) {
    expect(await failureOf(await askForLink(ownerToken, bar, member))).toBe('409 belongs_elsewhere')
  }
})

test('T34 an edit by the owner leaves plan, owner and document as they are', async () => {
  const { bar, ownerToken } = await aHouse()
  const path = toAdminBar(bar.barId)
  const read = async () => (await askAsAdmin(path, { token: ownerToken })).json<AdminBar>()
  await env.DB.prepare("UPDATE bars SET owner_name = 'Helena', document = '1' WHERE id = ?")
    .bind(bar.barId)
    .run()
  const json = {
    ...{ ...toEdited(await read()), name: 'Outro nome', city: 'Santos' },
    ...{ ownerName: 'Outra', document: '11222333000181', subscriptionPlan: 'yearly' },
  }
  // A repeat finds it done.
  for (const _ of [1, 2]) {
    expect((await askAsAdmin(path, { method: 'PUT', token: ownerToken, json })).status).toBe(200)
  }
  expect(await read()).toMatchObject({
    ...{ name: 'Outro nome', city: 'Santos', revision: 2 },
    ...{ ownerName: 'Helena', document: '1', subscriptionPlan: 'trial' },
  })
})

test('T7 T34 staff see who is in their bar without phones and contract, owners with both, the phones masked', async () => {
  const { bar, ownerToken } = await aHouse()
  const other = await Bar.open()
  await other.admit('Davi', { phone: '+5511900000002' })
  await bar.admit('Ana', { phone: '+5511900000001' })
  await env.DB.prepare("UPDATE bars SET phone = '+5511900000003', email = 'o@x.br' WHERE id = ?")
    .bind(bar.barId)
    .run()
  const staffToken = await signIn(await addMember([bar.barId, 'staff']))
  const told = async (token: string) => {
    const people = toMonitor([bar.barId, other.barId])
    const answers = [people, ADMIN_API.bars, toAdminBar(bar.barId)].map(async (path) =>
      (await askAsAdmin(path, { token })).text(),
    )
    return (await Promise.all(answers)).join()
  }
  const [staff, owner] = [await told(staffToken), await told(ownerToken)]
  expect([staff, owner].map((text) => text.includes('Ana'))).toEqual([true, true])
  expect([staff, owner].map((text) => text.includes('Davi'))).toEqual([false, false])
  expect(staff).not.toMatch(/••••|\+55119|o@x\.br/)
  expect(owner).toContain('•••• 0001')
  expect(owner).not.toMatch(/900000001|0002/)
})

test('a bar has at most so many open invitations', async () => {
  const { bar, ownerToken } = await aHouse()
  for (let made = 0; made < LIMITS.openInvitations; made += 1) {
    await invite(ownerToken, bar, 'staff')
  }
  const more = await post(toInvitations(bar.barId), { role: 'staff' }, { token: ownerToken })
  expect(await failureOf(more)).toBe('409 conflict')
})
