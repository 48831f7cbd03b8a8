import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { ActFilter, ShownActs } from '#contract/acts.ts'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { TestAdmin } from '#test/worker/admin.ts'
import {
  actsIn,
  addAdmin,
  anAct,
  askAsAdmin,
  cookieOf,
  logIn,
  setColumns,
  signIn,
  someone,
  withQueries,
} from '#test/worker/admin.ts'
import { aVisit, enterBar, failureOf, limiter, statusOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { keepAct } from '#worker/db/acts.ts'
import { scheduled } from '#worker/scheduled.ts'

const PHONE = '+5511976543210'

const listed = async (token: string, filter: ActFilter, after?: string): Promise<ShownActs> =>
  (await askAsAdmin(address(ADMIN_API.acts, { ...filter, after }), { token })).json<ShownActs>()

const kindsOf = ({ acts }: ShownActs) => acts.map(({ kind }) => kind)

test('T59 owners read the acts in their bars, administrators read all, and staff read none', async () => {
  const [here, elsewhere] = [await Bar.open(), await Bar.open()]
  const owner = await someone('owner', here.barId)
  const staff = await someone('staff', here.barId)
  const admin = await someone('admin', here.barId)
  const { person } = await enterBar(here.barId, { name: 'Zenaide' })
  await staff.ask(address(ADMIN_API.removal, { barId: here.barId, personId: person.id }), 'PUT', {
    reason: 'not_here',
  })
  await admin.ask(address(ADMIN_API.pause, { barId: here.barId }), 'PUT')
  await admin.ask(address(ADMIN_API.pause, { barId: elsewhere.barId }), 'PUT')

  const own = await listed(owner.token, {})
  expect(own.acts).toEqual([
    expect.objectContaining({ kind: 'bar_paused', barId: here.barId, email: null }),
    expect.objectContaining({
      kind: 'person_removed',
      barId: here.barId,
      personId: person.id,
      email: staff.account.email,
      accountId: staff.account.id,
      reason: 'not_here',
    }),
  ])
  expect(JSON.stringify(own)).not.toContain('Zenaide')
  expect(kindsOf(await listed(owner.token, { bar: elsewhere.barId }))).toEqual([])
  for (const path of [ADMIN_API.acts, ADMIN_API.actsFile]) {
    expect(await failureOf(await staff.ask(path))).toBe('404 not_found')
  }
  const all = await listed(admin.token, { account: admin.account.id })
  expect(all.acts.map(({ kind, barId }) => [kind, barId])).toEqual([
    ['bar_paused', elsewhere.barId],
    ['bar_paused', here.barId],
    ['signed_in', null],
  ])
  expect(all.acts[0]?.email).toBe(admin.account.email)
})

test('the record is filtered by bar, kind, account and person, and read page by page', async () => {
  const { barId } = await Bar.open()
  const owner = await someone('owner', barId)
  const at = Date.now()
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const own = { barId, accountId: owner.account.id, kind: 'person_removed' } as const
  for (let turn = 0; turn < LIMITS.actsPage + 5; turn += 1) {
    const personId = turn === 7 ? one : other
    // Three acts share each millisecond: the cursor must still tell them apart.
    await keepAct(env.DB, anAct({ ...own, personId, at: at - Math.floor(turn / 3) }))
  }
  await keepAct(env.DB, anAct({ at: at + 1, barId, kind: 'bar_paused', accountId: other }))
  const first = await listed(owner.token, { bar: barId })
  expect(first.acts).toHaveLength(LIMITS.actsPage)
  const rest = await listed(owner.token, { bar: barId }, first.next ?? '')
  expect(rest.next).toBeNull()
  expect(new Set([...first.acts, ...rest.acts].map(({ id }) => id)).size).toBe(LIMITS.actsPage + 6)
  for (const [filter, kind] of [
    [{ person: one }, 'person_removed'],
    [{ kind: 'bar_paused' }, 'bar_paused'],
    [{ account: other }, 'bar_paused'],
  ] as const) {
    expect(kindsOf(await listed(owner.token, filter))).toEqual([kind])
  }
  for (const bad of ['bar=x', 'kind=x', 'person=x', 'after=x', 'more=x']) {
    const answer = await askAsAdmin(`${ADMIN_API.acts}?${bad}`, { token: owner.token })
    expect(await failureOf(answer)).toBe('400 invalid_request')
  }
})

test('the record is saved as CSV in the bar’s own time, and a bar’s name is never a formula', async () => {
  const bar = await Bar.open()
  const owner = await someone('owner', bar.barId)
  await setColumns(bar.barId, { name: '=1+1, "Bar"', state: 'AC' })
  const at = Date.UTC(2026, 10, 22, 3, 14)
  await keepAct(
    env.DB,
    anAct({ at, barId: bar.barId, kind: 'bar_emptied', people: 2, accountId: owner.account.id }),
  )
  const answer = await owner.ask(address(ADMIN_API.actsFile, { bar: bar.barId }))
  expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="registro.csv"')
  const [head, line, end] = (await answer.text()).split('\r\n')
  expect(head).toContain('"Quando";"Conta";"O que fez";"Bar";"Nome do bar";"Pessoa"')
  expect(line).toBe(
    `"2026-11-21 22:14:00";"${owner.account.email}";"esvaziou o bar (2 pessoas)";"${bar.barId}";"'=1+1, ""Bar""";`,
  )
  expect(end).toBe('')
})

test('T7 T59 owners and administrators reveal a phone with an act, up to the limit in an hour', async () => {
  const { barId, person } = await aVisit({ phone: PHONE })
  const path = address(ADMIN_API.personPhone, { barId, personId: person.id })
  const [owner, admin] = [await someone('owner', barId), await someone('admin', barId)]
  const staff = await someone('staff', barId)
  expect(await failureOf(await staff.ask(path, 'POST'))).toBe('404 bar_not_found')
  expect(await actsIn(barId)).toEqual([])
  for (const { account, ask } of [owner, admin]) {
    expect(await (await ask(path, 'POST')).json()).toEqual({ phone: PHONE })
    expect((await actsIn(barId)).at(-1)).toEqual({
      at: expect.any(Number),
      kind: 'phone_revealed',
      accountId: account.id,
      personId: person.id,
    })
  }
  const act = { barId, kind: 'phone_revealed', accountId: owner.account.id } as const
  await keepAct(env.DB, anAct({ ...act, at: Date.now() - TIMINGS.phoneRevealsMs }))
  for (let turn = 2; turn < LIMITS.phoneReveals; turn += 1) await keepAct(env.DB, anAct(act))
  expect((await owner.ask(path, 'POST')).status).toBe(200)
  expect(await failureOf(await owner.ask(path, 'POST'))).toBe('429 rate_limited')
  expect((await admin.ask(path, 'POST')).status).toBe(200)

  vi.spyOn(console, 'error').mockImplementation(() => {})
  const DB = withoutActs()
  const refused = await askAsAdmin(path, { method: 'POST', token: admin.token }, { DB })
  expect([refused.status, (await refused.text()).includes('97654')]).toEqual([503, false])
})

test('T59 a removal and a clearing succeed even if D1 cannot store their acts, which the log keeps', async () => {
  const { barId, person } = await aVisit({ name: 'Zenaide' })
  await enterBar(barId)
  const { account, token } = await someone('staff', barId)
  const written = vi.spyOn(console, 'error').mockImplementation(() => {})
  const removal = { method: 'PUT', token, json: { reason: 'other' } }
  const removed = await askAsAdmin(
    address(ADMIN_API.removal, { barId, personId: person.id }),
    removal,
    { DB: withoutActs(1) },
  )
  expect(removed.status).toBe(204)
  await expect.poll(() => actsIn(barId)).toMatchObject([{ kind: 'person_removed' }])
  const clearing = { method: 'DELETE', token }
  const cleared = await askAsAdmin(address(ADMIN_API.people, { barId }), clearing, {
    DB: withoutActs(1),
  })
  expect([cleared.status, await cleared.json()]).toEqual([200, { people: 1 }])
  await expect.poll(() => actsIn(barId)).toMatchObject([{}, { kind: 'bar_emptied', people: 1 }])
  const lines = written.mock.calls.map(([text]) => JSON.parse(String(text)))
  expect(lines).toContainEqual(
    expect.objectContaining({
      event: 'act_not_kept',
      act: 'person_removed',
      barId,
      personId: person.id,
      accountId: account.id,
      at: expect.any(String),
    }),
  )
  expect(JSON.stringify(lines)).not.toContain('Zenaide')
})

test('T34 no owner sees an administrator’s email, neither in the team nor in the record', async () => {
  const { barId } = await Bar.open()
  const [owner, admin] = [await someone('owner', barId), await someone('admin', barId)]
  const { id, email } = admin.account
  await env.DB.prepare("INSERT INTO memberships VALUES (?, ?, 'staff', 1)").bind(id, barId).run()
  await admin.ask(address(ADMIN_API.people, { barId }), 'DELETE')
  const act = { barId, kind: 'member_removed', accountId: owner.account.id } as const
  await keepAct(env.DB, anAct({ ...act, memberId: id }))
  const ofBar = { bar: barId }
  const paths = [
    address(ADMIN_API.team, { barId }),
    address(ADMIN_API.acts, ofBar),
    address(ADMIN_API.actsFile, ofBar),
    address(ADMIN_API.people, { barId }),
  ]
  for (const path of paths) {
    expect(await (await owner.ask(path)).text()).not.toContain(email)
    expect(await (await admin.ask(path)).text()).toContain(email)
  }
  const file = await (await owner.ask(address(ADMIN_API.actsFile, ofBar))).text()
  expect(file).toContain('tirou a administração da equipe')
})

test('T59 only changes leave acts, and acts stay unchanged for a year, until the sweep deletes them', async () => {
  const { barId } = await Bar.open()
  const { ask } = await someone('admin', barId)
  const other = await ask(address(ADMIN_API.bar, { barId }), 'DELETE', { name: 'Outro bar' })
  expect(await failureOf(other)).toBe('409 conflict')
  for (const method of ['PUT', 'DELETE']) {
    expect(await failureOf(await ask(address(ADMIN_API.pause, { barId: 'ZZZZZZ' }), method))).toBe(
      '404 bar_not_found',
    )
  }
  expect([await actsIn(barId), await actsIn('ZZZZZZ')]).toEqual([[], []])

  const kept = anAct({ barId, kind: 'bar_paused' })
  const old = anAct({ barId, kind: 'bar_reopened', at: Date.now() - TIMINGS.actsKeptMs - 1 })
  for (const act of [kept, old]) await keepAct(env.DB, act)
  for (const [change, refusal] of [
    ["UPDATE admin_acts SET kind = 'signed_in' WHERE bar_id = ?", 'an act is never changed'],
    ['DELETE FROM admin_acts WHERE bar_id = ?', 'an act is kept for a year'],
  ] as const) {
    await expect(env.DB.prepare(change).bind(barId).run()).rejects.toThrow(refusal)
  }
  expect(await actsIn(barId)).toHaveLength(2)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await scheduled({} as ScheduledController, env)
  expect(await actsIn(barId)).toMatchObject([{ kind: 'bar_paused' }])
})

test('T69 repeats of an act within a minute are one row with a count, which alone may grow', async () => {
  stopClock()
  const { barId } = await Bar.open()
  const { account, ask } = await someone('admin', barId)
  const path = address(ADMIN_API.entryCode, { barId })
  const repeats = runs(80, 400)
  for (let turn = 0; turn < repeats; turn += 1) {
    await ask(path, 'PUT', { ask: turn % 2 ? 'on' : 'off' })
  }
  const rows = () =>
    env.DB.prepare('SELECT kind, times FROM admin_acts WHERE bar_id = ? ORDER BY at, id')
      .bind(barId)
      .all()
  expect((await rows()).results).toEqual([{ kind: 'entry_code_switched', times: repeats }])
  passTime(60_000)
  await ask(path, 'PUT', { ask: 'on' })
  await keepAct(env.DB, anAct({ barId, kind: 'entry_code_switched', accountId: 'another' }))
  // A retry of the same act is not counted.
  const once = anAct({ barId, kind: 'bar_changed', accountId: account.id })
  for (let turn = 0; turn < 2; turn += 1) await keepAct(env.DB, once)
  const times = (await rows()).results.map((row) => `${row.kind} ${row.times}`).sort()
  expect(times).toEqual([
    'bar_changed 1',
    'entry_code_switched 1',
    'entry_code_switched 1',
    `entry_code_switched ${repeats}`,
  ])
  const file = await (await ask(address(ADMIN_API.actsFile, { bar: barId }))).text()
  expect(file).toContain(`(${repeats} vezes em um minuto)`)
  for (const change of [
    'times = times + 2',
    'times = times - 1',
    "times = times + 1, kind = 'x'",
  ]) {
    const update = env.DB.prepare(`UPDATE admin_acts SET ${change} WHERE bar_id = ?`).bind(barId)
    await expect(update.run()).rejects.toThrow('an act is never changed')
  }
})

test('T69 emptying an empty bar again and again is one row', async () => {
  stopClock()
  const { barId } = await Bar.open()
  const { ask } = await someone('staff', barId)
  await enterBar(barId)
  for (let turn = 0; turn < 120; turn += 1) {
    expect((await ask(address(ADMIN_API.people, { barId }), 'DELETE')).status).toBe(200)
  }
  // Both acts have the time of the stopped clock, so either may come first.
  const counts = (await actsIn(barId)).map(({ people }) => people)
  expect(counts.toSorted()).toEqual([0, 1])
})

test('T69 an account changes its bars sixty times a minute, answers every call, and keeps nobody else', async () => {
  const { barId, person } = await aVisit()
  const [staff, other] = [await someone('staff', barId), await someone('staff', barId)]
  const limited = { CHANGES_PER_ACCOUNT: limiter(60) }
  const ask = (token: string, path: string, method: string, json?: object) =>
    statusOf(askAsAdmin(path, { method, token, json }, limited))
  const code = address(ADMIN_API.entryCode, { barId })
  for (let turn = 0; turn < 60; turn += 1) {
    expect(await ask(staff.token, code, 'PUT', { ask: 'on' })).toBe(200)
  }
  const removal = address(ADMIN_API.removal, { barId, personId: person.id })
  expect(await ask(staff.token, removal, 'PUT', { reason: 'other' })).toBe(429)
  expect(await ask(staff.token, address(ADMIN_API.people, { barId }), 'GET')).toBe(200)
  const shown = address(ADMIN_API.helpShown, { barId })
  expect(await ask(staff.token, shown, 'PUT', { ids: [crypto.randomUUID()] })).toBe(204)
  expect(await ask(other.token, removal, 'PUT', { reason: 'other' })).toBe(204)
})

test('T69 the file of the record has every act, however many came after it', async () => {
  stopClock()
  const { barId } = await Bar.open()
  const { ask } = await someone('owner', barId)
  await keepAct(env.DB, anAct({ barId, kind: 'bar_made', accountId: 'first' }))
  await env.DB.prepare(
    `WITH RECURSIVE flood (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM flood WHERE number < 5100)
     INSERT INTO admin_acts (at, id, kind, account_id, bar_id)
     SELECT ? + number / 3, printf('00000000-0000-4000-8000-%012d', number), 'bar_changed', 'flooder', ?
     FROM flood`,
  )
    .bind(Date.now() + 1, barId)
    .run()
  const file = await (await ask(address(ADMIN_API.actsFile, { bar: barId }))).text()
  const [head, ...rows] = file.trimEnd().split('\r\n')
  expect(head).toContain('Quando')
  expect(new Set(rows).size).toBeGreaterThan(1)
  expect(rows).toHaveLength(5_101)
  expect(rows.at(-1)).toContain('cadastrou o bar')
})

test('T59 sign-ins and wrong passwords leave acts, and only the account sees its new device', async () => {
  const [admin, stranger] = [await addAdmin(), await addAdmin()]
  const [token, theirs] = [await signIn(admin), await signIn(stranger)]
  const told = async (request: { token?: string; cookie?: string }) =>
    (await (await askAsAdmin(ADMIN_API.session, request)).json<{ newDevice: unknown }>()).newDevice
  expect((await logIn({ ...admin, password: 'errada' })).status).toBe(401)
  await expect.poll(() => kindsBy(admin)).toEqual(['signed_in', 'sign_in_failed'])
  const countAll = () => env.DB.prepare('SELECT COUNT(*) AS n FROM admin_acts').first<number>('n')
  const before = await countAll()
  expect((await logIn({ ...admin, email: 'x@brinde.test' })).status).toBe(401)
  expect([await countAll(), await told({ token })]).toEqual([before, null])

  const startedAt = Date.now()
  const entered = await logIn(admin)
  const notice = (await told({ token })) as { at: number }
  expect(notice).toEqual({ at: expect.any(Number), isOwn: false })
  expect(notice.at).toBeGreaterThanOrEqual(startedAt)
  const own = { cookie: cookieOf(entered, '__Host-admin') }
  expect(await told(own)).toEqual({ at: notice.at, isOwn: true })
  expect([await told({ token: theirs }), await told({})]).toEqual([null, null])
  const again = await logIn(admin, { cookie: cookieOf(entered, '__Host-admin-device') })
  expect(again.status).toBe(201)
  // The second sign-in within the minute is counted in the row of the first.
  expect((await kindsBy(admin)).slice(2)).toEqual(['new_device'])
})

async function kindsBy({ id }: TestAdmin): Promise<string[]> {
  const query = 'SELECT kind FROM admin_acts WHERE account_id = ? ORDER BY at'
  const { results } = await env.DB.prepare(query).bind(id).all<{ kind: string }>()
  return results.map(({ kind }) => kind)
}

/** A database that fails to store an act this many times. */
function withoutActs(times = Number.POSITIVE_INFINITY): D1Database {
  let left = times
  return withQueries((query) => {
    if (!query.startsWith('insert into "admin_acts"') || left === 0) return
    left -= 1
    throw new Error('D1_ERROR: Network connection lost.')
  })
}

test('T59 an owner’s acts are found by their bar, however many others have', async () => {
  const [here, elsewhere] = [await Bar.open(), await Bar.open()]
  const owner = await someone('owner', here.barId)
  await keepAct(env.DB, anAct({ barId: here.barId }))
  await env.DB.prepare(
    `INSERT INTO admin_acts (at, id, kind, account_id, bar_id, times)
      WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 3000)
      SELECT n, 'act ' || n, 'bar_paused', 'x', ?, 1 FROM counted`,
  )
    .bind(elsewhere.barId)
    .run()
  const plans: string[] = []
  const DB = withQueries((query) => {
    if (query.includes('from "admin_acts"')) plans.push(query)
    return undefined
  })
  expect((await askAsAdmin(ADMIN_API.acts, { token: owner.token }, { DB })).status).toBe(200)
  const [query = ''] = plans
  const places = query.split('?').length - 1
  const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`)
    .bind(...Array.from({ length: places }, () => ''))
    .all<{ detail: string }>()
  const details = plan.results.map(({ detail }) => detail)
  expect(details.find((detail) => detail.includes('admin_acts'))).toContain('admin_acts_of_bar')
})
