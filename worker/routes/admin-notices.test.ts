import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { Subscriber } from '#test/fakes/push-service.ts'
import { aSubscriber } from '#test/fakes/push-service.ts'
import { addMember, askAsAdmin, setLastUse, signIn, someone } from '#test/worker/admin.ts'
import { Bar } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import { NoticeSender } from '#worker/notices/notice-sender.ts'

beforeEach(() => {
  stopClock()
  // The Worker logs each act.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** Fakes a push service with this answer. Returns the requests that it gets. */
function answering(status: number): Request[] {
  const asked: Request[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...args) => {
    asked.push(new Request(...args))
    return new Response('', { status })
  })
  return asked
}

const CALL = { id: crypto.randomUUID(), personId: crypto.randomUUID() }

const notifyStaff = ({ barId }: Bar, about: 'help' | 'report' = 'help') =>
  new NoticeSender(createExecutionContext(), env).notifyStaff(
    barId,
    about,
    about === 'help' ? CALL : null,
  )

const subscribe = (token: string, { subscription: json }: Subscriber) =>
  askAsAdmin(ADMIN_API.notices, { method: 'PUT', token, json })

/** A member of the staff with a subscribed phone. */
async function withPhone(bars: Bar[]) {
  const member = await addMember(...bars.map(({ barId }) => [barId, 'staff'] as [string, 'staff']))
  const token = await signIn(member)
  const phone = await aSubscriber(`https://fcm.googleapis.com/fcm/send/${member.id}`)
  expect((await subscribe(token, phone)).status).toBe(204)
  return { member, token, phone }
}

test('T61 the phones of a bar’s staff are notified of a call for help, without the person', async () => {
  const [bar, other] = [await Bar.open(), await Bar.open()]
  const { phone, token } = await withPhone([bar])
  await withPhone([other])
  await subscribe(token, phone)
  const asked = answering(201)
  await notifyStaff(bar)
  await notifyStaff(bar, 'report')
  expect(asked.map(({ url }) => url)).toEqual([
    phone.subscription.endpoint,
    phone.subscription.endpoint,
  ])
  const [help, report] = await Promise.all(
    asked.map(async (one) => JSON.parse(await phone.read(await one.arrayBuffer()))),
  )
  expect(help).toEqual({
    about: 'help',
    path: `/barmonitor#help_${bar.barId}`,
    bar: expect.any(String),
    call: { id: CALL.id, path: address(ADMIN_API.personHelp, { ...bar, personId: CALL.personId }) },
  })
  const path = `/barmonitor#${bar.barId}`
  expect(report).toEqual({ ...help, about: 'report', path, call: null })
  const topics = asked.map(({ headers }) => headers.get('Topic'))
  expect(topics[0]).toMatch(/^[\w-]{32}$/)
  expect(topics[1]).not.toBe(topics[0])
})

test('T61 a phone of the staff gets no notices of a bar after its role there has ended', async () => {
  const [bar, other] = [await Bar.open(), await Bar.open()]
  const { member } = await withPhone([bar, other])
  const { ask } = await someone('admin', bar.barId)
  expect(
    (await ask(address(ADMIN_API.member, { barId: bar.barId, accountId: member.id }), 'DELETE'))
      .status,
  ).toBe(204)
  const asked = answering(201)
  await notifyStaff(bar)
  expect(asked).toEqual([])
  await notifyStaff(other)
  expect(asked).toHaveLength(1)
  expect(await countKept(bar)).toBe(0)
})

test.each<[string, kept: number, (token: string) => Promise<unknown>]>([
  ['after signing out', 1, (token) => askAsAdmin(ADMIN_API.session, { method: 'DELETE', token })],
  ['after the switch', 1, (token) => askAsAdmin(ADMIN_API.notices, { method: 'DELETE', token })],
  ['whose session is too old', 2, (token) => setLastUse(token, 0)],
])('T61 a phone %s gets no notice, and others do', async (_, kept, end) => {
  const bar = await Bar.open()
  const { token } = await withPhone([bar])
  const { member } = await withPhone([bar])
  await end(token)
  const asked = answering(201)
  await notifyStaff(bar)
  expect(asked.map(({ url }) => url.endsWith(member.id))).toEqual([true])
  expect(await countKept(bar)).toBe(kept)
})

test.each([
  ['the last used sessions get theirs', -60_000, true],
  ['no account displaces the others with many sessions', 60_000, false],
])('T61 a notice goes to forty phones: %s', async (_, laterMs, isOwn) => {
  const bar = await Bar.open()
  const [one, other] = [await withPhone([bar]), await withPhone([bar])]
  await addPhones(bar, one.token, laterMs)
  const asked = answering(201)
  await notifyStaff(bar)
  expect(asked).toHaveLength(40)
  const { member } = isOwn ? one : other
  expect(asked.some(({ url }) => url.endsWith(member.id))).toBe(true)
})

test.each([404, 410])('a subscription whose push service answers %i is deleted', async (status) => {
  const bar = await Bar.open()
  await withPhone([bar])
  const asked = answering(status)
  await notifyStaff(bar)
  await notifyStaff(bar)
  expect(asked).toHaveLength(1)
  expect(await countKept(bar)).toBe(0)
})

/** Adds forty phones of the same account, whose sessions were used `laterMs` later. */
async function addPhones({ barId }: Bar, token: string, laterMs: number): Promise<void> {
  const session = hashSecret(token)
  const copies = Array.from({ length: 40 }, (_, at) => {
    const hash = `0 ${at} ${barId}`
    const endpoint = `https://fcm.googleapis.com/fcm/send/${barId}-${at}`
    return [
      env.DB.prepare(
        `INSERT INTO admin_sessions (token_hash, account_id, created_at, last_used_at, expires_at)
         SELECT ?, account_id, created_at, last_used_at + ?, expires_at FROM admin_sessions WHERE token_hash = ?`,
      ).bind(hash, laterMs, session),
      env.DB.prepare(
        `INSERT INTO staff_subscriptions (bar_id, token_hash, account_id, subscription)
         SELECT bar_id, ?, account_id, json_set(subscription, '$.endpoint', ?) FROM staff_subscriptions
         WHERE bar_id = ? AND token_hash = ?`,
      ).bind(hash, endpoint, barId, session),
    ]
  })
  await env.DB.batch(copies.flat())
}

const countKept = ({ barId }: Bar) =>
  env.DB.prepare('SELECT COUNT(*) AS n FROM staff_subscriptions WHERE bar_id = ?')
    .bind(barId)
    .first<number>('n')

test('O18 a browser that replaces its subscription reads the key, but for a session without one', async () => {
  const bar = await Bar.open()
  const { token } = await withPhone([bar])
  const readKey = async () => (await askAsAdmin(ADMIN_API.notices, { token })).json()
  expect(await readKey()).toEqual({ pushKey: expect.stringMatching(/^[\w-]{87}$/) })
  await askAsAdmin(ADMIN_API.notices, { method: 'DELETE', token })
  expect(await readKey()).toEqual({ pushKey: null })
})

test('T61 a new password leaves the notices of the phone on which it was set', async () => {
  const bar = await Bar.open()
  const { member, token, phone } = await withPhone([bar])
  const elsewhere = await aSubscriber(`https://fcm.googleapis.com/fcm/send/other-${member.id}`)
  expect((await subscribe(await signIn(member), elsewhere)).status).toBe(204)
  const json = { current: member.password, password: 'cinco pastéis e um caldo de cana' }
  const changed = await askAsAdmin(ADMIN_API.password, { method: 'PUT', token, json })
  expect(changed.status).toBe(204)
  const asked = answering(201)
  await notifyStaff(bar)
  expect(asked.map(({ url }) => url)).toEqual([phone.subscription.endpoint])
})
