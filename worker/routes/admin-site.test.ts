import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { PAGES, SITE_NOTICE, toApi, toPage } from '#contract/paths.ts'
import type { SiteState } from '#contract/site-state.ts'
import { bytesOf, toDataUrl } from '#test/fakes/pictures.ts'
import { aProfile } from '#test/fakes/profile.ts'
import { addAdmin, askAsAdmin, signIn, withQueries } from '#test/worker/admin.ts'
import { ask, askFromPage, enterBar, failureOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { changeSiteState, findSiteState } from '#worker/db/site-state.ts'
import { noteSiteState } from '#worker/site-state.ts'

const OPEN: SiteState = { isStopped: false, notice: null }
const admin = await addAdmin()

/** As another isolate does it. */
async function save(to: SiteState): Promise<void> {
  await changeSiteState(env.DB, { from: await findSiteState(env.DB), to }, [])
}

async function open() {
  stopClock()
  await save(OPEN)
  noteSiteState(OPEN)
}
beforeEach(open)
afterEach(open)

async function set(state: object, token?: string, from?: SiteState): Promise<Response> {
  const own = token ?? (await signIn(admin))
  const json = { from: from ?? (await findSiteState(env.DB)), to: { ...OPEN, ...state } }
  return askAsAdmin(ADMIN_API.site, { method: 'PUT', json, token: own })
}

/** D1 whose answers wait for `answer`, and then show what it held when it was asked. */
function aSlowDatabase() {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  let asked = 0
  const late = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(of, property) {
        if (property === 'bind') return (...values: unknown[]) => late(of.bind(...values))
        return async () => {
          const rows = await of[property as 'raw' | 'all']()
          asked += 1
          await answered
          return rows
        }
      },
    })
  const prepare = (query: string) => late(env.DB.prepare(query))
  return { DB: { prepare } as D1Database, answer, asked: () => asked }
}

const enter = (barId: string, profile = aProfile({ name: 'Nova' })) =>
  askFromPage(toApi.people(barId), { method: 'POST', json: profile })

test('T53 while the site is stopped nobody new comes in anywhere, and who is inside goes on', async () => {
  const bar = await Bar.open()
  const empty = await Bar.open()
  const profile = aProfile({ name: 'Ana' })
  const { secret, deviceKey } = await enterBar(bar.barId, profile)
  expect((await set({ isStopped: true })).status).toBe(200)
  const put = vi.spyOn(env.MEDIA, 'put')
  const withPhoto = aProfile({ photo: toDataUrl(bytesOf('png')) })
  for (const { barId } of [bar, empty]) {
    for (const one of [await enter(barId), await enter(barId, withPhoto)]) {
      expect(await failureOf(one)).toBe('503 site_stopped')
    }
  }
  expect(put).not.toHaveBeenCalled()
  // The same attempt again, the device key, the own visit.
  expect((await enter(bar.barId, profile)).status).toBe(201)
  const json = { deviceKey }
  expect((await askFromPage(toApi.continue(bar.barId), { method: 'POST', json })).status).toBe(201)
  expect((await askFromPage(toApi.visit(bar.barId), { secret })).status).toBe(200)
  await set({ isStopped: false })
  for (const { barId } of [bar, empty]) expect((await enter(barId)).status).toBe(201)
})

test('T46 what is stopped or said is kept with who did it, and a page that does not know of a change does not undo it', async () => {
  const other = await addAdmin()
  const token = await signIn(other)
  const kinds = async () => {
    const acts = env.DB.prepare(
      "SELECT kind FROM admin_acts WHERE account_id = ? AND kind LIKE 'site%' ORDER BY kind",
    )
    return (await acts.bind(other.id).all<{ kind: string }>()).results.map(({ kind }) => kind)
  }
  await set({ isStopped: true })
  expect(await failureOf(await set({ notice: 'x' }, token, OPEN))).toBe('409 conflict')
  expect(await findSiteState(env.DB)).toEqual({ isStopped: true, notice: null })
  // The same again is what its sender wants: an answer may have been lost.
  expect((await set({ isStopped: true }, token, OPEN)).status).toBe(200)
  expect(await kinds()).toEqual([])
  await set({}, token)
  for (const notice of ['  Voltamos   já. ', 'Voltamos já.']) {
    await set({ isStopped: true, notice }, token)
  }
  await set({}, token)
  expect(await kinds()).toEqual([
    'site_notice_changed',
    'site_notice_changed',
    'site_reopened',
    'site_reopened',
    'site_stopped',
  ])
})

test('T21 the operator’s line stands above patrons’ pages as text, and on no page of staff', async () => {
  const { barId } = await Bar.open()
  expect(await failureOf(await set({ notice: 'x'.repeat(161) }))).toBe('400 invalid_request')
  await set({ notice: '<b>Voltamos</b> em meia hora' })
  const read = async (path: string) => (await ask(path)).text()
  for (const path of [PAGES.landing, toPage.bar(barId), toPage.table(barId, '7')]) {
    const html = await read(path)
    expect(html).toContain('&lt;b&gt;Voltamos&lt;/b&gt; em meia hora</p></div><div id="root">')
  }
  expect(await read(PAGES.monitor)).not.toContain('Voltamos')
  expect(await (await askFromPage(SITE_NOTICE)).json()).toEqual({
    notice: '<b>Voltamos</b> em meia hora',
  })
  expect(await (await set({ notice: ' ' })).json()).toEqual(OPEN)
  expect(await read(PAGES.landing)).toContain('id="site-notice" role="status" hidden')
})

test('T53 another isolate asks D1 once in ten seconds, and knows within that time', async () => {
  const queries: string[] = []
  const DB = withQueries((text) => void queries.push(text))
  const read = async () => (await askFromPage(SITE_NOTICE, {}, { DB })).json()
  const said = { isStopped: true, notice: 'Voltamos já.' }
  passTime(10_000)
  await read()
  await save(said)
  passTime(9_999)
  for (let times = 0; times < 20; times += 1) expect(await read()).toEqual({ notice: '' })
  expect(queries).toHaveLength(1)
  passTime(1)
  // This answer does not wait for D1.
  expect(await read()).toEqual({ notice: '' })
  expect(await read()).toEqual({ notice: said.notice })
  expect(queries).toHaveLength(2)
  await save(OPEN)
  passTime(60_000)
  // A quiet isolate asks first.
  expect(await read()).toEqual({ notice: '' })
})

test('T53 an isolate that has not asked for ten seconds lets nobody in before it knows', async () => {
  const { barId } = await Bar.open()
  await save({ isStopped: true, notice: null })
  passTime(10_000)
  // A page does not wait for its answer, which is still on its way when people want to enter.
  const { DB, answer, asked } = aSlowDatabase()
  const page = askFromPage(SITE_NOTICE, {}, { DB })
  await expect.poll(asked).toBe(1)
  for (const one of await Promise.all([enter(barId), enter(barId)])) {
    expect(await failureOf(one)).toBe('503 site_stopped')
  }
  answer()
  expect(await (await page).json()).toEqual({ notice: '' })
})

test('T53 an answer that was asked for before a change does not undo it', async () => {
  passTime(60_000)
  const { DB, answer, asked } = aSlowDatabase()
  const page = askFromPage(SITE_NOTICE, {}, { DB })
  await expect.poll(asked).toBe(1)
  await set({ notice: 'Voltamos já.' })
  answer()
  await page
  expect(await (await askFromPage(SITE_NOTICE)).json()).toEqual({ notice: 'Voltamos já.' })
})

test('R18 while D1 is away an isolate goes on with what it knew', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await set({ notice: 'Voltamos já.' })
  passTime(600_000)
  const DB = withQueries(() => {
    throw new Error('D1_ERROR: D1 DB is overloaded')
  })
  const answer = await askFromPage(SITE_NOTICE, {}, { DB })
  expect(await answer.json()).toEqual({ notice: 'Voltamos já.' })
  expect(log.mock.calls.join()).toContain('site_state_unknown')
})
