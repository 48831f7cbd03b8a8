import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OwnSessions } from '#contract/admin-account.ts'
import type { AdminBar } from '#contract/admin-bar.ts'
import {
  ADMIN_API,
  toAdminBar,
  toBarHours,
  toInvitations,
  toMember,
  toOwnSession,
  toPause,
  toRemoval,
} from '#contract/admin-paths.ts'
import { MONITOR_SUBPROTOCOL } from '#contract/monitor.ts'
import { toApi, toPage } from '#contract/paths.ts'
import type { OneTimeLink } from '#contract/team.ts'
import { TIMINGS } from '#contract/timings.ts'
import { aNewBar } from '#test/fakes/bars.ts'
import { bytesOf } from '#test/fakes/pictures.ts'
import { aProfile } from '#test/fakes/profile.ts'
import type { TestAdmin } from '#test/worker/admin.ts'
import {
  addAdmin,
  addMember,
  addPasswordLink,
  anAddress,
  askAsAdmin,
  askForSocket,
  cookieOf,
  signIn,
  toEdited,
} from '#test/worker/admin.ts'
import type { Fault } from '#test/worker/faulty-database.ts'
import { FaultyDatabase, TOO_MUCH_TO_DO, WORTH_ANOTHER_TRY } from '#test/worker/faulty-database.ts'
import { ask, askFromPage, enterBar } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { isFullSize, within } from '#test/worker/runs.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import type { LoginGate } from '#worker/auth/login-gate.ts'
import { scrypt } from '#worker/auth/passwords.ts'
import { roomOf } from '#worker/durable-objects.ts'
import { scheduled } from '#worker/scheduled.ts'

/** A request, and the rows that show how often it was done. */
interface Flow {
  run: () => Promise<Response>
  /** Rows as JSON; missing for reads. */
  state?: () => Promise<unknown>
  /** A partial result that the next attempt or the sweep finishes. */
  begun?: unknown
  /** The status of a repeat that finds everything done; by default that of the first. */
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

/** With a session old enough that its use is written, and a proof that is not. */
async function anAdmin(): Promise<TestAdmin & { token: string }> {
  const admin = await addAdmin()
  const token = await signIn(admin, Date.now() - TIMINGS.adminSessionNotedEveryMs - 1_000)
  await env.DB.prepare('UPDATE admin_sessions SET proven_at = ? WHERE account_id = ?')
    .bind(Date.now(), admin.id)
    .run()
  return { ...admin, token }
}

async function aBar() {
  const { token } = await anAdmin()
  const made = { method: 'POST', token, json: aNewBar() }
  const bar = await (await askAsAdmin(ADMIN_API.bars, made)).json<AdminBar>()
  const { id, name } = bar
  const row = () =>
    rows('SELECT name, revision, paused_at > 0 AS paused, deleted_at > 0 AS gone FROM bars', {
      id,
    })
  return { token, bar, id, name, row }
}

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
async function invited(token: string, barId: string): Promise<string> {
  const json = { role: 'staff' }
  const answer = await askAsAdmin(toInvitations(barId), { method: 'POST', token, json })
  const { link } = await answer.json<OneTimeLink>()
  return link.slice(link.indexOf('#') + 1)
}

const FLOWS: Record<string, () => Promise<Flow>> = {
  'the lookup of a bar': async () => {
    const { id } = await aBar()
    return { run: () => askFromPage(toApi.bar(id)) }
  },
  'the first entry of a bar': async () => {
    const { id } = await aBar()
    const profile = aProfile()
    const run = () => askFromPage(toApi.people(id), { method: 'POST', json: profile })
    return { run, state: async () => (await peopleOf(id)).length }
  },
  'a session’s check': async () => {
    const { token } = await anAdmin()
    return { run: () => askAsAdmin(ADMIN_API.session, { token }) }
  },
  'a logout': async () => {
    const { id, token } = await anAdmin()
    const run = () => askAsAdmin(ADMIN_API.session, { method: 'DELETE', token })
    const state = () => rows('SELECT 1 FROM admin_sessions', { account_id: id })
    return { run, state, doneAlready: 401 }
  },
  'the registration of a bar': async () => {
    const { token } = await anAdmin()
    const json = aNewBar()
    const run = () => askAsAdmin(ADMIN_API.bars, { method: 'POST', token, json })
    return { run, state: () => rows('SELECT name FROM bars', { creation_key: json.creationKey }) }
  },
  'an edit': async () => {
    const { token, bar, id, row } = await aBar()
    const json = { ...toEdited(bar), name: 'Outro nome' }
    return { run: () => askAsAdmin(toAdminBar(id), { method: 'PUT', token, json }), state: row }
  },
  'a pause': async () => {
    const { token, id, row } = await aBar()
    return { run: () => askAsAdmin(toPause(id), { method: 'PUT', token }), state: row }
  },
  'the end of a pause': async () => {
    const { token, id, row } = await aBar()
    await askAsAdmin(toPause(id), { method: 'PUT', token })
    return { run: () => askAsAdmin(toPause(id), { method: 'DELETE', token }), state: row }
  },
  'a deletion': async () => {
    const { token, id, name, row } = await aBar()
    await enterBar(id)
    const run = () => askAsAdmin(toAdminBar(id), { method: 'DELETE', token, json: { name } })
    const begun = [{ name, revision: 1, paused: null, gone: 1 }]
    return { run, state: row, begun, doneAlready: 404 }
  },
  'the list of bars': async () => {
    const { token } = await anAdmin()
    return { run: () => askAsAdmin(ADMIN_API.bars, { token }) }
  },
  'the board by asking': async () => {
    const { token } = await anAdmin()
    return { run: () => askAsAdmin(ADMIN_API.monitor, { token }) }
  },
  'the live board': async () => {
    const { token } = await anAdmin()
    return { run: () => askForSocket(ADMIN_API.monitorSocket, MONITOR_SUBPROTOCOL, token) }
  },
  'an upload': async () => {
    const { token } = await anAdmin()
    const upload = { method: 'POST', token, type: 'image/png', body: bytesOf('png') }
    return { run: () => askAsAdmin(ADMIN_API.photos, upload) }
  },
  'the numbers of a bar': async () => {
    const { token, id } = await aBar()
    await enterBar(id)
    return { run: () => askAsAdmin(toBarHours(id), { token }) }
  },
  'a removal': async () => {
    const { token, id } = await aBar()
    const { person } = await enterBar(id)
    const run = () =>
      askAsAdmin(toRemoval(id, person.id), { method: 'PUT', token, json: { reason: 'other' } })
    return { run, state: async () => (await peopleOf(id)).length, doneAlready: 404 }
  },
  'the end of a membership': async () => {
    const { token, id } = await aBar()
    const member = await addMember([id, 'staff'])
    const run = () => askAsAdmin(toMember(id, member.id), { method: 'DELETE', token })
    const state = () => rows('SELECT 1 FROM memberships', { bar_id: id })
    return { run, state, doneAlready: 404 }
  },
  'joining with the account that is signed in': async () => {
    const { token, id } = await aBar()
    const link = await invited(token, id)
    const session = await signIn(await addMember())
    const json = { token: link }
    const run = () => askAsAdmin(ADMIN_API.join, { method: 'PUT', token: session, json })
    const state = () => rows('SELECT role FROM memberships', { bar_id: id })
    return { run, state, doneAlready: 410 }
  },
  'the list of one’s sessions': async () => {
    const { token } = await anAdmin()
    return { run: () => askAsAdmin(ADMIN_API.sessions, { token }) }
  },
  'the end of another session of one’s own': async () => {
    const { id, token } = await anAdmin()
    await signIn({ id })
    const { sessions } = await (await askAsAdmin(ADMIN_API.sessions, { token })).json<OwnSessions>()
    const other = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? ''
    const run = () => askAsAdmin(toOwnSession(other), { method: 'DELETE', token })
    const state = () => rows('SELECT 1 FROM admin_sessions', { account_id: id })
    return { run, state, doneAlready: 404 }
  },
}

/** Flows that return a secret: a repeat cannot return the same one. */
const SECRET_FLOWS: Record<string, () => Promise<Flow>> = {
  'an invitation': async () => {
    const { token, id } = await aBar()
    const json = { role: 'staff' }
    const run = () => askAsAdmin(toInvitations(id), { method: 'POST', token, json })
    return { run, state: () => rows('SELECT role FROM invitations', { bar_id: id }) }
  },
  'joining with a new account': async () => {
    const { token, id } = await aBar()
    const email = `${crypto.randomUUID()}@brinde.test`
    const json = { token: await invited(token, id), email, password: 'cinco pastéis e um caldo' }
    const address = anAddress()
    const run = () => askAsAdmin(ADMIN_API.join, { method: 'POST', json, address })
    const state = async () => [
      await rows('SELECT 1 FROM accounts', { email }),
      await rows('SELECT role FROM memberships', { bar_id: id }),
    ]
    return { run, state, doneAlready: 410 }
  },
  'a login': async () => {
    const { id, email, password } = await addAdmin()
    const address = anAddress()
    const json = { email, password }
    const run = () => askAsAdmin(ADMIN_API.session, { method: 'POST', json, address })
    return { run, state: () => rows('SELECT 1 FROM admin_sessions', { account_id: id }) }
  },
  'a password by link': async () => {
    const admin = await anAdmin()
    const json = { token: await addPasswordLink(admin), password: 'cinco pastéis e um caldo' }
    const address = anAddress()
    const run = () => askAsAdmin(ADMIN_API.passwordLink, { method: 'POST', json, address })
    return { run, state: () => secretsOf(admin.id) }
  },
  'another password': async () => {
    const { id, password: current, token } = await anAdmin()
    await env.DB.prepare('UPDATE accounts SET password_set_at = 1 WHERE id = ?').bind(id).run()
    const json = { current, password: 'cinco pastéis e um caldo' }
    const address = anAddress()
    let cookie = ''
    const run = async () => {
      const answer = await askAsAdmin(ADMIN_API.password, { method: 'PUT', token, json, address })
      cookie = cookieOf(answer, '__Host-admin')
      return answer
    }
    const check = async () => (await askAsAdmin(ADMIN_API.sessions, { cookie })).status
    return { run, state: async () => [await secretsOf(id), cookie && (await check())] }
  },
}

async function secretsOf(id: string): Promise<unknown> {
  return [
    await rows('SELECT password_set_at > 1 AS changed FROM accounts', { id }),
    await rows('SELECT 1 FROM admin_sessions', { account_id: id }),
    await rows('SELECT 1 FROM password_links', { account_id: id }),
  ]
}

/** Without waking a room that has no people. */
function peopleOf(barId: string): Promise<string[]> {
  return runInDurableObject(roomOf(env, barId), (_, { storage: { sql } }) => {
    const isThere = sql
      .exec("SELECT 1 FROM sqlite_master WHERE name = 'bar_profiles'")
      .toArray().length
    const rows = isThere ? sql.exec<{ id: string }>('SELECT id FROM bar_profiles').toArray() : []
    return rows.map(({ id }) => id)
  })
}

async function expectUnavailable(answer: Response): Promise<void> {
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
  const { error, ...rest } = await answer.json<{ error: { code: string; message: string } }>()
  expect([rest, Object.keys(error), error.code]).toEqual([{}, ['code', 'message'], 'unavailable'])
  expect(error.message).toMatch(/^(?:request [\da-f-]{36}|unavailable)$/)
}

/** Has each call of D1 fail that the flow makes when all goes well. Gives their number. */
async function breakEach(
  open: () => Promise<Flow>,
  fault: Omit<Fault, 'at'>,
  judge: (flow: Flow, answer: Response, before: unknown, after: unknown) => Promise<void>,
): Promise<number> {
  const first = await open()
  const before = await first.state?.()
  database.arm(null)
  expect(await spend(await first.run())).toBeLessThan(300)
  const { calls } = database
  const after = await first.state?.()
  for (let at = 1; at <= calls; at += 1) {
    const flow = await open()
    database.arm({ ...fault, at })
    const answer = await flow.run()
    const isHit = database.calls >= at
    database.arm(null)
    // The first time of all may ask more.
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

/** Every error text for one flow; in a quick run one of them. */
const textsFor = (flow: number, texts: readonly string[]): string[] =>
  isFullSize() ? [...texts] : [texts[flow % texts.length] ?? '']

const [LOST = ''] = WORTH_ANOTHER_TRY
const DOCUMENTED = [...WORTH_ANOTHER_TRY, ...TOO_MUCH_TO_DO]
const ALL_FLOWS = Object.entries({ ...FLOWS, ...SECRET_FLOWS })
const timeout = within(60_000)

for (const [at, [name, open]] of ALL_FLOWS.entries()) {
  test(`R18 ${name}: what D1 fails at for a moment nobody notices, and it is done once`, {
    timeout,
  }, async () => {
    // In a quick run every second flow meets the one, the others the other.
    const kinds = (['refused', 'lost'] as const).filter(
      (_, turn) => isFullSize() || turn === at % 2,
    )
    const tries = kinds.flatMap((kind) =>
      textsFor(at, WORTH_ANOTHER_TRY).map((text) => ({ kind, text, times: 1 })),
    )
    for (const fault of tries) {
      const calls = await breakEach(open, fault, async (flow, answer, _, after) => {
        const status = await spend(answer)
        expect([fault, status < 300]).toEqual([fault, true])
        expect(await flow.state?.()).toEqual(after)
      })
      expect(calls).toBeGreaterThan(0)
    }
  })

  test(`R18 ${name}: while D1 is away the answer is 503, and the next try does it once`, {
    timeout,
  }, async () => {
    for (const text of textsFor(at, DOCUMENTED)) {
      const fault: Omit<Fault, 'at'> = { times: 2, text, kind: 'refused' }
      await breakEach(open, fault, async (flow, answer, before, after) => {
        // Side work, such as noting a session's use, may fail unseen.
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

for (const [name, open] of Object.entries(FLOWS)) {
  test(`R18 ${name}: of what D1 did and could not answer, the next try makes no second`, async () => {
    const fault: Omit<Fault, 'at'> = { times: 2, text: LOST, kind: 'lost' }
    await breakEach(open, fault, async (flow, answer, _, after) => {
      await spend(answer)
      const again = await spend(await flow.run())
      expect([again, again < 300 || again === flow.doneAlready]).toEqual([again, true])
      expect(await flow.state?.()).toEqual(after)
    })
  })
}

test('R18 the sweep finishes a deletion that D1 interrupted', async () => {
  await breakEach(
    FLOWS['a deletion'] as () => Promise<Flow>,
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

test('R18 each documented error of D1 is retried once or not at all, then 503', async () => {
  const { id } = await aBar()
  for (const text of DOCUMENTED) {
    database.arm({ at: 1, times: 9, text, kind: 'refused' })
    await expectUnavailable(await askFromPage(toApi.bar(id)))
    expect([text, database.calls]).toEqual([text, WORTH_ANOTHER_TRY.includes(text) ? 2 : 1])
  }
})

test('R18 an invalid query is a bare 500 and is not retried', async () => {
  const { id } = await aBar()
  const text = 'no such column: Network connection lost: SQLITE_ERROR'.replace('Network', 'net')
  database.arm({ at: 1, times: 9, text, kind: 'refused' })
  const answer = await askFromPage(toApi.bar(id))
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([500, null])
  expect(await answer.json()).toMatchObject({ error: { code: 'internal' } })
  expect(database.calls).toBe(1)
})

test('R18 a person’s text inside a failed query is not taken for an error of D1', async () => {
  const { token } = await anAdmin()
  const json = aNewBar({ name: 'Network connection lost.' })
  database.arm({ at: 3, times: 9, text: 'near "x": syntax error: SQLITE_ERROR', kind: 'refused' })
  const answer = await askAsAdmin(ADMIN_API.bars, { method: 'POST', token, json })
  expect(answer.status).toBe(500)
  await answer.text()
})

test('R18 without D1 a bar’s page is served without its name', async () => {
  const { id } = await aBar()
  const [text = ''] = TOO_MUCH_TO_DO
  database.arm({ at: 1, times: 9, text, kind: 'refused' })
  const answer = await ask(toPage.bar(id))
  expect(answer.status).toBe(200)
  expect(await answer.text()).not.toContain('Boteco da Ana')
})

test('R18 queries time out if D1 never answers, also those that come later', async () => {
  const bar = await Bar.open()
  const { id } = await aBar()
  const enter = () => askFromPage(toApi.people(bar.barId), { method: 'POST', json: aProfile() })
  const wait = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: () => void, ms: number) =>
    wait(callback, ms === 4_000 ? 10 : ms)) as typeof setTimeout)
  database.arm({ at: 1, times: 99, text: '', kind: 'silent' })
  const requests = [askFromPage(toApi.bar(id)), enter(), enter()]
  for (const answer of await Promise.all(requests)) await expectUnavailable(answer)
  database.arm(null)
  expect((await enter()).status).toBe(201)
})

test('T31 a login for which D1 is silent keeps nobody’s password from being checked', async () => {
  const wait = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: () => void, ms: number) =>
    wait(callback, ms === 4_000 ? 2_000 : ms)) as typeof setTimeout)
  const place = { password: 'x', account: 'a', place: 'p', isKnownDevice: false }
  const gate = env.LOGIN_GATE.getByName('gate-0')
  database.arm({ at: 1, times: 1, text: '', kind: 'silent' })
  const first = gate.check({ ...place, email: 'a@brinde.test' })
  const second = gate.check({ ...place, email: 'b@brinde.test' })
  expect(await Promise.race([first, second])).toMatchObject({ code: 'wrong_credentials' })
  expect(await first).toMatchObject({ code: 'unavailable' })
})
