import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { address } from '#contract/address.ts'
import type { OwnSessions } from '#contract/admin-account.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import {
  addAdmin,
  addPasswordLink,
  anAddress,
  askAsAdmin,
  cookieOf,
  logIn,
  openMonitor,
  setPasswordByLink,
  signIn,
  withQueries,
} from '#test/worker/admin.ts'
import { failureOf, outcomeOf } from '#test/worker/requests.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import { findUsedSessions } from '#worker/db/admin-sessions.ts'

const NEXT = 'cinco pastéis e um caldo de cana'

test('T33 a new password needs the old one, and ends every earlier token at once', async () => {
  const admin = await addAdmin()
  const address = anAddress()
  const [mine, other] = [await signIn(admin), await signIn(admin)]
  const board = await openMonitor(other)
  const [name] = admin.email.split('@')
  for (const [current, password, refusal] of [
    ['errada', NEXT, '401 wrong_credentials'],
    [admin.password, 'Password1234', '422 weak_password'],
    [admin.password, `${name}!`, '422 personal_password'],
    [admin.password, 'curta', '400 invalid_request'],
  ] as const) {
    expect(await failureOf(await change(mine, { current, password }, address))).toBe(refusal)
  }
  expect(await areAlive(mine, other)).toEqual([true, true])

  const changed = await change(mine, { current: admin.password, password: NEXT }, address)
  expect(changed.status).toBe(204)
  const renewed = cookieOf(changed, '__Host-admin').slice('__Host-admin='.length)
  expect(await areAlive(mine, other, renewed)).toEqual([false, false, true])
  await expect.poll(() => board.closed).toBe(CLOSE.sessionEnded)
  expect(await outcomeOf(logIn(admin))).toBe('401 wrong_credentials')
  expect(await outcomeOf(logIn({ ...admin, password: NEXT }))).toBe('201')
})

test('T33 an account sees its own live sessions and their browsers, under ids that grant nothing', async () => {
  stopClock()
  const admin = await addAdmin()
  const now = Date.now()
  const token = await signIn(admin, now - 1_000)
  await signIn(admin, now - TIMINGS.adminSessionMs)
  const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
  const entered = await logIn(admin, { headers: { 'User-Agent': browser } })
  const other = cookieOf(entered, '__Host-admin').slice('__Host-admin='.length)
  await signIn(await addAdmin())
  const text = await (await askAsAdmin(ADMIN_API.sessions, { token })).text()
  const { sessions }: OwnSessions = JSON.parse(text)
  expect(sessions).toEqual([
    {
      id: expect.stringMatching(/^[\w-]{43}$/),
      browser: 'firefox',
      system: 'linux',
      createdAt: now,
      lastUsedAt: now,
      openedBy: 'password',
      isCurrent: false,
    },
    expect.objectContaining({ browser: null, system: null, isCurrent: true }),
  ])
  for (const secret of [token, other, hashSecret(token), hashSecret(other)]) {
    expect(text).not.toContain(secret)
  }
})

test('T33 an ended session is refused on HTTP and on its open board, and other accounts are untouched', async () => {
  const [admin, stranger] = [await addAdmin(), await addAdmin()]
  const [token, other, theirs] = [await signIn(admin), await signIn(admin), await signIn(stranger)]
  const [board, theirBoard] = [await openMonitor(other), await openMonitor(theirs)]
  const idOf = async (asked: string, isCurrent: boolean) => {
    const list = await askAsAdmin(ADMIN_API.sessions, { token: asked })
    const { sessions } = await list.json<OwnSessions>()
    return sessions.find((session) => session.isCurrent === isCurrent)?.id ?? ''
  }
  const end = async (by: string, id: string) =>
    askAsAdmin(address(ADMIN_API.ownSession, { sessionId: id }), { method: 'DELETE', token: by })
  const theirId = await idOf(theirs, true)
  for (const id of [theirId, 'x', hashSecret(other), other]) {
    expect(await failureOf(await end(token, id))).toBe('404 not_found')
  }
  expect((await end(token, await idOf(token, false))).status).toBe(204)
  await expect.poll(() => board.closed).toBe(CLOSE.sessionEnded)
  expect(await areAlive(other, token, theirs)).toEqual([false, true, true])
  expect(theirBoard.closed).toBeNull()
  expect(cookieOf(await end(token, await idOf(token, true)), '__Host-admin')).toBe('__Host-admin=')
  expect(await areAlive(token)).toEqual([false])
})

test('T33 the session after the last that an account may have ends the one unused for longest', async () => {
  const admin = await addAdmin()
  const now = Date.now()
  const [oldest, next] = [await signIn(admin, now - 3_000), await signIn(admin, now - 2_000)]
  const board = await openMonitor(oldest)
  for (let opened = 2; opened < LIMITS.accountSessions; opened += 1) await signIn(admin, now)
  expect(await areAlive(oldest, next)).toEqual([true, true])
  const entered = await logIn(admin)
  const newest = cookieOf(entered, '__Host-admin').slice('__Host-admin='.length)
  await expect.poll(() => board.closed).toBe(CLOSE.sessionEnded)
  expect(await areAlive(oldest, next, newest)).toEqual([false, true, true])
  const list = await askAsAdmin(ADMIN_API.sessions, { token: newest })
  const { sessions } = await list.json<OwnSessions>()
  expect(sessions).toHaveLength(LIMITS.accountSessions)
})

test('T33 a login in the same browser and a password by link close the boards of earlier tokens', async () => {
  const [admin, stranger] = [await addAdmin(), await addAdmin()]
  const [former, other] = [await signIn(admin), await signIn(admin)]
  const [formerBoard, otherBoard] = [await openMonitor(former), await openMonitor(other)]
  const theirBoard = await openMonitor(await signIn(stranger))
  await logIn(admin, { token: former })
  await expect.poll(() => formerBoard.closed).toBe(CLOSE.sessionEnded)
  expect(await areAlive(former, other)).toEqual([false, true])

  await setPasswordByLink(await addPasswordLink(admin), NEXT)
  await expect.poll(() => otherBoard.closed).toBe(CLOSE.sessionEnded)
  expect([await areAlive(other), theirBoard.closed]).toEqual([[false], null])
})

const change = (token: string, json: unknown, address: string): Promise<Response> =>
  askAsAdmin(ADMIN_API.password, { method: 'PUT', token, json, address })

const areAlive = (...tokens: string[]): Promise<boolean[]> =>
  Promise.all(
    tokens.map(async (token) => (await askAsAdmin(ADMIN_API.sessions, { token })).status === 200),
  )

test('T33 a session that has ended is missing also where the use of another cannot be noted', async () => {
  const now = Date.now()
  const kept = hashSecret(await signIn(await addAdmin()))
  const gone = hashSecret(await signIn(await addAdmin()))
  const long = now - TIMINGS.adminSessionNotedEveryMs - 1
  await env.DB.prepare('UPDATE admin_sessions SET last_used_at = ? WHERE token_hash = ?')
    .bind(long, kept)
    .run()
  await env.DB.prepare('DELETE FROM admin_sessions WHERE token_hash = ?').bind(gone).run()
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const DB = withQueries((query) => (query.startsWith('update') ? 'UPDATE nothing' : undefined))
  expect([...(await findUsedSessions(DB, [kept, gone], now)).keys()]).toEqual([kept])
  await expect.poll(() => logged.mock.calls.join()).toContain('session_use_not_noted')
})
