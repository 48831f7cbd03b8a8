import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { MONITOR_SUBPROTOCOL } from '#contract/monitor.ts'
import { PAGES } from '#contract/pages.ts'
import { API } from '#contract/paths.ts'
import type { OneTimeLink } from '#contract/team.ts'
import { TIMINGS } from '#contract/timings.ts'
import { aNewBar } from '#test/fakes/bars.ts'
import { bytesOf } from '#test/fakes/pictures.ts'
import { aProfile } from '#test/fakes/profile.ts'
import {
  addAdmin,
  addMember,
  addPasswordLink,
  anAddress,
  askAsAdmin,
  askForSocket,
  cookieOf,
  signIn,
} from '#test/worker/admin.ts'
import type { Fault } from '#test/worker/faulty-database.ts'
import { FaultyDatabase, TOO_MUCH_TO_DO, WORTH_ANOTHER_TRY } from '#test/worker/faulty-database.ts'
import { dumpOf } from '#test/worker/faulty-storage.ts'
import { ask, askFromPage, enterBar } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { isFullSize } from '#test/worker/runs.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import type { LoginGate } from '#worker/auth/login-gate.ts'
import { scrypt } from '#worker/auth/passwords.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import { QUERY_TIMEOUT_MS } from '#worker/db/database.ts'
import { roomOf } from '#worker/durable-objects.ts'
import { scheduled } from '#worker/scheduled.ts'

/** A request, and the rows that show how often it took effect. */
interface Flow {
  run: () => Promise<Response>
  /** The rows as JSON. Reads have none. */
  state?: () => Promise<unknown>
  /** A partial result that the next attempt or the sweep finishes. */
  begun?: unknown
  /** The status of a repeat that finds everything done. By default it is that of the first. */
  doneAlready?: number
}

let written: string[] = []
let database: FaultyDatabase
beforeEach(async () => {
  stopClock()
  written = []
  vi.spyOn(console, 'error').mockImplementation((line) => void written.push(String(line)))
  vi.spyOn(scheduler, 'wait').mockResolvedValue()
  // D1 tests need no real scrypt.
  for (const half of ['gate-0', 'gate-1']) {
    await runInDurableObject(env.LOGIN_GATE.getByName(half), (gate: LoginGate) => {
      gate.scrypt = (password, salt, cost) => scrypt(password, salt, { ...cost, logN: 4 })
    })
  }
  database = new FaultyDatabase()
})

/** A bar and an administrator, whose session is old enough to write its use, with a fresh proof. */
async function aHouse() {
  const { barId } = await Bar.open()
  const { id: accountId, email, password } = await addAdmin()
  const token = await signIn(
    { id: accountId },
    Date.now() - TIMINGS.adminSessionNotedEveryMs - 1_000,
  )
  await env.DB.prepare('UPDATE admin_sessions SET proven_at = ? WHERE account_id = ?')
    .bind(Date.now(), accountId)
    .run()
  const address = anAddress()
  return {
    barId,
    accountId,
    email,
    password,
    token,
    form: aNewBar(),
    profile: aProfile(),
    /** Asks as the administrator. */
    ask: (path: string, method = 'GET', json?: unknown) =>
      askAsAdmin(path, { method, token, json, address }),
    /** Asks as a browser without a session. */
    post: (path: string, json: unknown) => askAsAdmin(path, { method: 'POST', json, address }),
    bar: () =>
      rows('SELECT name, revision, paused_at > 0 AS paused, deleted_at > 0 AS gone FROM bars', {
        id: barId,
      }),
    people: async () => (await dumpOf(roomOf(env, barId), [])).bar_profiles?.length ?? 0,
    sessions: () => rows('SELECT 1 FROM admin_sessions', { account_id: accountId }),
    members: () => rows('SELECT role FROM memberships', { bar_id: barId }),
  }
}

type House = Awaited<ReturnType<typeof aHouse>>

async function rows(query: string, where: Record<string, string>): Promise<unknown[]> {
  const conditions = Object.keys(where).map((column) => `${column} = ?`)
  const text = `${query} WHERE ${conditions.join(' AND ')}`
  return (
    await env.DB.prepare(text)
      .bind(...Object.values(where))
      .all()
  ).results
}

/** The token of an invitation for staff. */
async function invited({ ask, barId }: House): Promise<string> {
  const answer = await ask(address(ADMIN_API.invitations, { barId }), 'POST', { role: 'staff' })
  const { link } = await answer.json<OneTimeLink>()
  return link.slice(link.indexOf('#') + 1)
}

const NEXT = 'cinco pastéis e um caldo'

const FLOWS: Record<string, (house: House) => Flow | Promise<Flow>> = {
  'the lookup of a bar': ({ barId }) => ({ run: () => askFromPage(address(API.bar, { barId })) }),
  'the first entry of a bar': ({ barId, profile, people }) => ({
    run: () => askFromPage(address(API.people, { barId }), { method: 'POST', json: profile }),
    state: people,
  }),
  'a session’s check': ({ ask }) => ({ run: () => ask(ADMIN_API.session) }),
  'a logout': ({ ask, sessions }) => ({
    run: () => ask(ADMIN_API.session, 'DELETE'),
    state: sessions,
    doneAlready: 401,
  }),
  'the registration of a bar': ({ ask, form }) => ({
    run: () => ask(ADMIN_API.bars, 'POST', form),
    state: () => rows('SELECT name FROM bars', { creation_key: form.creationKey }),
  }),
  'an edit': ({ ask, barId, bar, form: { creationKey: _, ...fields } }) => ({
    run: () => ask(address(ADMIN_API.bar, { barId }), 'PUT', { ...fields, revision: 1 }),
    state: bar,
  }),
  'a pause': ({ ask, barId, bar }) => ({
    run: () => ask(address(ADMIN_API.pause, { barId }), 'PUT'),
    state: bar,
  }),
  'the end of a pause': async ({ ask, barId, bar }) => {
    await env.DB.prepare('UPDATE bars SET paused_at = 1 WHERE id = ?').bind(barId).run()
    return { run: () => ask(address(ADMIN_API.pause, { barId }), 'DELETE'), state: bar }
  },
  'a deletion': async ({ ask, barId, bar }) => {
    await enterBar(barId)
    const [row] = (await bar()) as [{ name: string }]
    const run = () => ask(address(ADMIN_API.bar, { barId }), 'DELETE', { name: row.name })
    return { run, state: bar, begun: [{ ...row, gone: 1 }], doneAlready: 404 }
  },
  'the list of bars': ({ ask }) => ({ run: () => ask(ADMIN_API.bars) }),
  'the board by asking': ({ ask }) => ({ run: () => ask(ADMIN_API.monitor) }),
  'the live board': ({ token }) => ({
    run: () => askForSocket(ADMIN_API.monitorSocket, MONITOR_SUBPROTOCOL, token),
  }),
  'an upload': ({ token }) => ({
    run: () =>
      askAsAdmin(ADMIN_API.photos, {
        method: 'POST',
        token,
        type: 'image/png',
        body: bytesOf('png'),
      }),
  }),
  'the numbers of a bar': async ({ ask, barId }) => {
    await enterBar(barId)
    return { run: () => ask(address(ADMIN_API.hours, { barId })) }
  },
  'a removal': async ({ ask, barId, people }) => {
    const { person } = await enterBar(barId)
    const run = () =>
      ask(address(ADMIN_API.removal, { barId, personId: person.id }), 'PUT', { reason: 'other' })
    return { run, state: people, doneAlready: 404 }
  },
  'the end of a membership': async ({ ask, barId, members }) => {
    const { id } = await addMember([barId, 'staff'])
    return {
      run: () => ask(address(ADMIN_API.member, { barId, accountId: id }), 'DELETE'),
      state: members,
      doneAlready: 404,
    }
  },
  'joining with the account that is signed in': async (house) => {
    const json = { token: await invited(house) }
    const token = await signIn(await addMember())
    const run = () => askAsAdmin(ADMIN_API.join, { method: 'PUT', token, json })
    return { run, state: house.members, doneAlready: 410 }
  },
  'the list of one’s sessions': ({ ask }) => ({ run: () => ask(ADMIN_API.sessions) }),
  'the end of another session of one’s own': async ({ ask, accountId, sessions }) => {
    const other = address(ADMIN_API.ownSession, {
      sessionId: hashSecret(hashSecret(await signIn({ id: accountId }))),
    })
    return { run: () => ask(other, 'DELETE'), state: sessions, doneAlready: 404 }
  },
}

/** Flows that return a secret: a repeat cannot return the same one. */
const SECRET_FLOWS: typeof FLOWS = {
  'an invitation': ({ ask, barId }) => ({
    run: () => ask(address(ADMIN_API.invitations, { barId }), 'POST', { role: 'staff' }),
    state: () => rows('SELECT role FROM invitations', { bar_id: barId }),
  }),
  'joining with a new account': async (house) => {
    const email = `${crypto.randomUUID()}@brinde.test`
    const json = { token: await invited(house), email, password: NEXT }
    const state = async () => [
      await rows('SELECT 1 FROM accounts', { email }),
      await house.members(),
    ]
    return { run: () => house.post(ADMIN_API.join, json), state, doneAlready: 410 }
  },
  'a login': ({ post, email, password, sessions }) => ({
    run: () => post(ADMIN_API.session, { email, password }),
    state: sessions,
  }),
  'a password by link': async ({ post, accountId }) => {
    const json = { token: await addPasswordLink({ id: accountId }), password: NEXT }
    return { run: () => post(ADMIN_API.passwordLink, json), state: () => secretsOf(accountId) }
  },
  'another password': ({ ask, accountId, password: current }) => {
    let cookie = ''
    const run = async () => {
      const answer = await ask(ADMIN_API.password, 'PUT', { current, password: NEXT })
      cookie = cookieOf(answer, '__Host-admin')
      return answer
    }
    const check = async () => (await askAsAdmin(ADMIN_API.sessions, { cookie })).status
    return { run, state: async () => [await secretsOf(accountId), cookie && (await check())] }
  },
}

async function secretsOf(id: string): Promise<unknown> {
  return [
    await rows('SELECT password_set_at > 1 AS changed FROM accounts', { id }),
    await rows('SELECT 1 FROM admin_sessions', { account_id: id }),
    await rows('SELECT 1 FROM password_links', { account_id: id }),
  ]
}

async function expectUnavailable(answer: Response): Promise<void> {
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
  const { error, ...rest } = await answer.json<{ error: { code: string; message: string } }>()
  expect([rest, Object.keys(error), error.code]).toEqual([{}, ['code', 'message'], 'unavailable'])
  expect(error.message).toMatch(/^(?:request [\da-f-]{36}|unavailable)$/)
}

/** In a quick run every second call fails. The last one is always among them: the earlier ones are much the same in each flow. */
const CALLS_APART = isFullSize() ? 1 : 2

/** Makes each call to D1 of a successful flow fail in turn, from the last. Returns the number of calls. */
async function breakEach(
  toFlow: (house: House) => Flow | Promise<Flow>,
  fault: Omit<Fault, 'at'>,
  judge: (flow: Flow, answer: Response, before: unknown, after: unknown) => Promise<void>,
): Promise<number> {
  const open = async () => toFlow(await aHouse())
  const first = await open()
  const before = await first.state?.()
  database.arm(null)
  expect(await spend(await first.run())).toBeLessThan(300)
  const { calls } = database
  const after = await first.state?.()
  for (let at = calls; at >= 1; at -= CALLS_APART) {
    const flow = await open()
    database.arm({ ...fault, at })
    const answer = await flow.run()
    const isHit = database.calls >= at
    database.arm(null)
    // The very first run may make more calls.
    if (isHit) await judge(flow, answer, before, after)
    else await spend(answer)
  }
  return calls
}

async function spend(answer: Response): Promise<number> {
  if (answer.webSocket) answer.webSocket.accept()
  answer.webSocket?.close()
  await answer.arrayBuffer()
  return answer.status
}

/** All error texts for one flow, or one of them in a quick run. */
const textsFor = (flow: number, texts: readonly string[]): string[] =>
  isFullSize() ? [...texts] : [texts[flow % texts.length] ?? '']

const [LOST = ''] = WORTH_ANOTHER_TRY
const DOCUMENTED = [...WORTH_ANOTHER_TRY, ...TOO_MUCH_TO_DO]
const ALL_FLOWS = Object.entries({ ...FLOWS, ...SECRET_FLOWS })

for (const [at, [name, toFlow]] of ALL_FLOWS.entries()) {
  test(`R18 ${name}: a brief failure of D1 stays unnoticed, and the flow takes effect once`, async () => {
    // In a quick run every second flow meets one kind of fault, and the others the other kind.
    const kinds = (['refused', 'lost'] as const).filter(
      (_, turn) => isFullSize() || turn === at % 2,
    )
    const tries = kinds.flatMap((kind) =>
      textsFor(at, WORTH_ANOTHER_TRY).map((text) => ({ kind, text, times: 1 })),
    )
    for (const fault of tries) {
      const calls = await breakEach(toFlow, fault, async (flow, answer, _, after) => {
        const status = await spend(answer)
        expect([fault, status < 300]).toEqual([fault, true])
        expect(await flow.state?.()).toEqual(after)
      })
      expect(calls).toBeGreaterThan(0)
    }
  })

  test(`R18 ${name}: while D1 is down the answer is 503, and the next try takes effect once`, async () => {
    for (const text of textsFor(at, DOCUMENTED)) {
      const fault: Omit<Fault, 'at'> = { times: 2, text, kind: 'refused' }
      await breakEach(toFlow, fault, async (flow, answer, before, after) => {
        // Side work, such as writing a session's use, may fail unnoticed.
        if (answer.status < 300 || answer.webSocket) {
          await spend(answer)
          expect(await flow.state?.()).toEqual(after)
          return
        }
        await expectUnavailable(answer)
        const state = await flow.state?.()
        expect([before, flow.begun, after]).toContainEqual(state)
        const again = await spend(await flow.run())
        const done = flow.doneAlready === again && JSON.stringify(state) === JSON.stringify(after)
        expect([again, done || again < 300]).toEqual([again, true])
        expect(await flow.state?.()).toEqual(after)
      })
    }
    expect(written.join('\n')).not.toMatch(/transient|overloaded|lost|Failed query/)
  })
}

for (const [name, toFlow] of Object.entries(FLOWS)) {
  test(`R18 ${name}: after a change whose answer D1 lost, the next try makes no second one`, async () => {
    const fault: Omit<Fault, 'at'> = { times: 2, text: LOST, kind: 'lost' }
    await breakEach(toFlow, fault, async (flow, answer, _, after) => {
      await spend(answer)
      const again = await spend(await flow.run())
      expect([again, again < 300 || again === flow.doneAlready]).toEqual([again, true])
      expect(await flow.state?.()).toEqual(after)
    })
  })
}

test('R18 the sweep finishes a deletion that D1 interrupted', async () => {
  await breakEach(
    FLOWS['a deletion'] as (house: House) => Promise<Flow>,
    { times: 2, text: LOST, kind: 'refused' },
    async (flow, answer, before, after) => {
      await spend(answer)
      const state = await flow.state?.()
      await scheduled({} as ScheduledController, env)
      const isBegun = JSON.stringify(state) !== JSON.stringify(before)
      expect(await flow.state?.()).toEqual(isBegun ? after : before)
    },
  )
})

test('R18 each documented error of D1 gets its retry and then 503, and pages are served without names', async () => {
  const { barId: id } = await Bar.open()
  for (const text of DOCUMENTED) {
    database.arm({ at: 1, times: 9, text, kind: 'refused' })
    await expectUnavailable(await askFromPage(address(API.bar, { barId: id })))
    expect([text, database.calls]).toEqual([text, WORTH_ANOTHER_TRY.includes(text) ? 2 : 1])
  }
  const page = await ask(address(PAGES.bar, { barId: id }))
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.not.stringContaining('Bar do Teste'),
  ])
})

test('R18 T43 an invalid query is a bare 500 with the log’s request id, and is not retried', async () => {
  const { ask, form } = await aHouse()
  const text = 'no such column: net connection lost: SQLITE_ERROR'
  database.arm({ at: 3, times: 9, text, kind: 'refused' })
  const answer = await ask(ADMIN_API.bars, 'POST', { ...form, name: 'Network connection lost.' })
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([500, null])
  const [line = ''] = written
  const { requestId, route } = JSON.parse(line)
  const error = { code: 'internal', message: `request ${requestId}` }
  expect([await answer.json(), route]).toEqual([{ error }, ADMIN_API.bars])
  expect([written.length, line.includes('connection lost'), database.calls]).toEqual([1, false, 3])
})

/** Replaces the effect of the timeout of a query. */
function watchTimeouts(onSet: (callback: () => void) => void) {
  const wait = globalThis.setTimeout
  return vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    callback: () => void,
    ms: number,
  ) => {
    if (ms !== QUERY_TIMEOUT_MS) return wait(callback, ms)
    onSet(callback)
    return wait(() => {}, 0)
  }) as typeof setTimeout)
}

test('R18 queries time out if D1 never answers, including later ones', async () => {
  const { barId } = await Bar.open()
  const enter = () =>
    askFromPage(address(API.people, { barId }), { method: 'POST', json: aProfile() })
  const { setTimeout: wait } = globalThis
  const hurried = watchTimeouts((callback) => wait(callback, 10))
  database.arm({ at: 1, times: 99, text: '', kind: 'silent' })
  const requests = [askFromPage(address(API.bar, { barId })), enter(), enter()]
  for (const answer of await Promise.all(requests)) await expectUnavailable(answer)
  database.arm(null)
  hurried.mockRestore()
  expect((await enter()).status).toBe(201)
})

test('T31 a login that waits for a silent D1 blocks no other password check', async () => {
  const waiting: (() => void)[] = []
  watchTimeouts((callback) => waiting.push(callback))
  const place = { password: 'x', account: 'a', place: 'p', isKnownDevice: false }
  const gate = env.LOGIN_GATE.getByName('gate-0')
  database.arm({ at: 1, times: 1, text: '', kind: 'silent' })
  const first = gate.check({ ...place, email: 'a@brinde.test' })
  const second = gate.check({ ...place, email: 'b@brinde.test' })
  expect(await second).toMatchObject({ code: 'wrong_credentials' })
  await runInDurableObject(gate, () => {
    for (const endWait of waiting) endWait()
  })
  expect(await first).toMatchObject({ code: 'unavailable' })
})
