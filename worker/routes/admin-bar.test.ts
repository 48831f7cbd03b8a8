import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { address } from '#contract/address.ts'
import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { EditedBarRequest } from '#contract/bar-form.ts'
import { monitorBoardSchema } from '#contract/monitor.ts'
import { API } from '#contract/paths.ts'
import { aNewBar } from '#test/fakes/bars.ts'
import { aProfile } from '#test/fakes/profile.ts'
import { actsIn, addAdmin, askAsAdmin, signIn, toEdited, upload } from '#test/worker/admin.ts'
import { sweepDeleted } from '#test/worker/deleted-bars.ts'
import { askFromPage, enterBar, failureOf, withMethod } from '#test/worker/requests.ts'
import { runs } from '#test/worker/runs.ts'
import { roomOf } from '#worker/durable-objects.ts'
import { BarRoom } from '#worker/room/bar-room.ts'
import { scheduled } from '#worker/scheduled.ts'

const NONE = { bars: 0, hours: 0 }

let written: string[] = []
beforeEach(() => {
  written = []
  vi.spyOn(console, 'error').mockImplementation((line) => void written.push(String(line)))
})

const linesOf = (event: string) =>
  written.map((line) => JSON.parse(line)).filter((line) => line.event === event)

test('T9 an edit takes exactly the form’s fields and a free login, and raises the revision by one', async () => {
  const login = `b${crypto.randomUUID().slice(0, 12)}`
  const { token, bar } = await aBar({ login, phone: '+5511987654321' })
  expect(bar).toMatchObject({ revision: 1, paused: false })
  expect(
    await (await askAsAdmin(address(ADMIN_API.bar, { barId: bar.id }), { token })).json<AdminBar>(),
  ).toEqual(bar)
  for (const key of ['id', 'qrCode', 'createdAt', 'paused', 'asksForCode', 'deletedAt', 'x']) {
    const answer = await edit(token, bar, { [key]: 'canary' })
    expect([key, await failureOf(answer)]).toEqual([key, '400 invalid_request'])
  }
  const edited = await edit(token, bar, { name: 'Boteco da Bia', phone: null })
  expect(edited.status).toBe(200)
  const after = await edited.json<AdminBar>()
  expect(after).toEqual({ ...bar, name: 'Boteco da Bia', phone: null, revision: 2 })
  const { name } = after
  expect(await (await askFromPage(address(API.bar, { barId: bar.id }))).json()).toMatchObject({
    name,
  })
  expect(await failureOf(await edit(token, (await aBar()).bar, { login }))).toBe('409 login_taken')
})

test('T46 in any interleaving each accepted edit builds on the one before', async () => {
  const tokens = [await signIn(await addAdmin()), await signIn(await addAdmin())]
  const turns = fc.array(fc.record({ who: fc.nat({ max: 1 }), rereads: fc.boolean() }), {
    minLength: 4,
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(turns, async (plan) => {
      const { bar } = await aBar()
      const known = [bar, bar]
      const accepted: { built: number; name: string }[] = []
      await Promise.all(
        plan.map(async ({ who, rereads }, index) => {
          const token = tokens[who] ?? ''
          if (rereads)
            known[who] = await (
              await askAsAdmin(address(ADMIN_API.bar, { barId: bar.id }), { token })
            ).json()
          const base = known[who] ?? bar
          const name = `Edição ${index}`
          const answer = await edit(token, base, { name })
          if (answer.status === 200) accepted.push({ built: base.revision, name })
          else expect(await failureOf(answer)).toBe('409 conflict')
        }),
      )
      accepted.sort((one, later) => one.built - later.built)
      expect(accepted.map(({ built }) => built)).toEqual(accepted.map((_, index) => index + 1))
      const last = await askAsAdmin(address(ADMIN_API.bar, { barId: bar.id }), { token: tokens[0] })
      expect(await last.json()).toMatchObject({
        revision: accepted.length + 1,
        name: accepted.at(-1)?.name ?? bar.name,
      })
    }),
    { numRuns: runs(25, 1_000) },
  )
})

test('a new time zone reaches the room, within a state too', async () => {
  const { token, bar } = await aBar({ state: 'AM' })
  await enterBar(bar.id)
  expect((await edit(token, bar, { timeZone: 'America/Eirunepe' })).status).toBe(200)
  const zoneInRoom = await runInDurableObject(roomOf(env, bar.id), (_, { storage }) => {
    const { entry_code } = storage.sql.exec('SELECT entry_code FROM room').one()
    return JSON.parse(String(entry_code)).timeZone
  })
  expect(zoneInRoom).toBe('America/Eirunepe')
})

test('a repeated edit informs the room if the first one could not', async () => {
  const { token, bar } = await aBar({ state: 'SP' })
  await enterBar(bar.id)
  const json = { ...toEdited(bar), state: 'AM' as const }
  const change = () =>
    askAsAdmin(address(ADMIN_API.bar, { barId: bar.id }), { method: 'PUT', token, json })
  const told = vi.spyOn(BarRoom.prototype, 'barChanged').mockImplementationOnce(() => {
    throw new Error('away')
  })
  expect((await change()).status).toBe(500)
  expect((await change()).status).toBe(200)
  expect(told).toHaveBeenCalledTimes(2)
  await told.mock.results[1]?.value
  const stateInRoom = await runInDurableObject(roomOf(env, bar.id), (_, { storage }) => {
    const { entry_code } = storage.sql.exec('SELECT entry_code FROM room').one()
    return JSON.parse(String(entry_code)).state
  })
  expect(stateInRoom).toBe('AM')
})

test('T34 a bar keeps its old pictures, and a new one must exist and be in no other bar', async () => {
  const token = await signIn(await addAdmin())
  const logo = await upload(token, ADMIN_API.logos)
  const [old = '', ...photos] = [await upload(token), await upload(token), await upload(token)]
  await aBar({ logoUrl: logo, photoUrls: photos })
  const { bar } = await aBar({ photoUrls: [old] })
  await env.MEDIA.delete(old.slice('/media/'.length))
  expect((await edit(token, bar, { name: 'Com a foto antiga' })).status).toBe(200)
  const gone = `/media/photos/${'A'.repeat(32)}.png`
  for (const missing of [
    { photoUrls: [gone] },
    { logoUrl: logo },
    { photoUrls: photos.slice(1) },
  ]) {
    const answer = await edit(token, { ...bar, revision: 2 }, missing)
    expect(await failureOf(answer)).toBe('422 picture_gone')
  }
})

test('a pause is public, keeps new people out until it ends, and is recorded with its account', async () => {
  const { token, bar, admin } = await aBar()
  await enterBar(bar.id)
  const set = async (method: 'PUT' | 'DELETE') =>
    (await askAsAdmin(address(ADMIN_API.pause, { barId: bar.id }), { method, token })).json()
  const late = { method: 'POST', json: aProfile() }
  expect(await set('PUT')).toEqual({ ...bar, paused: true })
  await set('PUT')
  expect(await failureOf(await askFromPage(address(API.people, { barId: bar.id }), late))).toBe(
    '403 bar_paused',
  )
  expect(await (await askFromPage(address(API.bar, { barId: bar.id }))).json()).toMatchObject({
    paused: true,
  })
  expect(await set('DELETE')).toEqual(bar)
  expect((await askFromPage(address(API.people, { barId: bar.id }), late)).status).toBe(201)
  const acts = (await actsIn(bar.id)).filter(({ kind }) => kind !== 'bar_made')
  expect(acts.map(({ kind }) => kind)).toEqual(['bar_paused', 'bar_reopened'])
  expect(acts[0]?.accountId).toBe(admin.id)
})

test('R31 a deletion needs the bar’s name and leaves nothing of the bar anywhere', async () => {
  const token = await signIn(await addAdmin())
  const logo = await upload(token, ADMIN_API.logos)
  const cover = await upload(token, ADMIN_API.covers)
  const {
    bar,
    admin,
    token: owner,
  } = await aBar({ name: 'Bar do Fim', logoUrl: logo, coverUrl: cover })
  const { secret } = await enterBar(bar.id)
  const remove = (name: string) =>
    askAsAdmin(address(ADMIN_API.bar, { barId: bar.id }), {
      method: 'DELETE',
      token: owner,
      json: { name },
    })
  expect(await failureOf(await remove('Bar do fim'))).toBe('409 conflict')
  expect((await askFromPage(address(API.visit, { barId: bar.id }), { secret })).status).toBe(200)

  expect((await remove('Bar do Fim')).status).toBe(204)
  // The press is repeated where its answer was lost.
  expect((await remove('Bar do Fim')).status).toBe(204)
  const deleted = (await actsIn(bar.id)).filter(({ kind }) => kind === 'bar_deleted')
  expect(deleted).toMatchObject([{ accountId: admin.id }])
  const visit = await askFromPage(address(API.visit, { barId: bar.id }), { secret })
  expect(await failureOf(visit)).toBe('410 visit_ended')
  const late = { method: 'POST', json: aProfile() }
  const people = address(API.people, { barId: bar.id })
  expect(await failureOf(await askFromPage(people, late))).toBe('404 bar_not_found')
  // Its room is not done in the request: it had people.
  expect(await rowsOf(bar.id)).toEqual({ bars: 1, hours: 0 })
  await sweepDeleted(bar.id)
  for (const gone of [
    await askFromPage(address(API.bar, { barId: bar.id })),
    await askFromPage(people, late),
    await askAsAdmin(address(ADMIN_API.bar, { barId: bar.id }), { token }),
    await remove('Bar do Fim'),
  ]) {
    expect(await failureOf(gone)).toBe('404 bar_not_found')
  }
  for (const picture of [logo, cover]) {
    expect(await env.MEDIA.head(picture.slice('/media/'.length))).toBeNull()
  }
  expect(await rowsOf(bar.id)).toEqual(NONE)
})

test('R31 the next hourly sweep finishes an interrupted deletion, and one failure delays no other', async () => {
  const token = await signIn(await addAdmin())
  const bars = [(await aBar()).bar, (await aBar()).bar]
  const [stuck, other] = bars.sort((one, next) => (one.id < next.id ? -1 : 1))
  if (!stuck || !other) throw new Error('two bars')
  const { secret } = await enterBar(stuck.id)
  const BAR_ROOM = withMethod(env.BAR_ROOM, 'getByName', (barId, options) => {
    if (barId === stuck.id) throw new Error('this room is away')
    return env.BAR_ROOM.getByName(barId, options)
  })
  const request = { method: 'DELETE', token, json: { name: stuck.name } }
  expect(
    (await askAsAdmin(address(ADMIN_API.bar, { barId: stuck.id }), request, { BAR_ROOM })).status,
  ).toBe(500)
  expect(await failureOf(await askFromPage(address(API.bar, { barId: stuck.id })))).toBe(
    '404 bar_not_found',
  )
  await env.DB.prepare('UPDATE bars SET deleted_at = 1 WHERE id = ?').bind(other.id).run()
  await scheduled({} as ScheduledController, { ...env, BAR_ROOM } as Env)
  expect([await rowsOf(stuck.id), await rowsOf(other.id)]).toEqual([{ bars: 1, hours: 0 }, NONE])
  expect(linesOf('sweep_failed')).toMatchObject([{ barId: stuck.id }])
  expect(linesOf('sweep_done')).toMatchObject([{ failed: 1 }])
  await sweepDeleted(stuck.id)
  const visit = await askFromPage(address(API.visit, { barId: stuck.id }), { secret })
  expect(await failureOf(visit)).toBe('410 visit_ended')
  expect(await rowsOf(stuck.id)).toEqual(NONE)
})

test('every change of the bar list reaches the monitor, and a failed one does not', async () => {
  const watcher = await signIn(await addAdmin())
  const seen = new Set<string | undefined>()
  const barLists = async () => {
    const board = await (await askAsAdmin(ADMIN_API.monitor, { token: watcher })).json()
    return seen.add(v.parse(monitorBoardSchema, board).barList).size
  }
  expect(await barLists()).toBe(1)
  const { token, bar } = await aBar({ name: 'Bar Novo' })
  expect(await barLists()).toBe(2)
  await edit(token, bar, { name: 'Bar Renomeado' })
  expect(await barLists()).toBe(3)
  expect((await edit(token, bar, { name: 'Tarde demais' })).status).toBe(409)
  await askAsAdmin(address(ADMIN_API.pause, { barId: bar.id }), { method: 'PUT', token })
  expect(await barLists()).toBe(4)
  await askAsAdmin(address(ADMIN_API.bar, { barId: bar.id }), {
    method: 'DELETE',
    token,
    json: { name: 'Bar Renomeado' },
  })
  expect(await barLists()).toBe(5)

  // Changes succeed even if the monitor is unreachable.
  const { bar: other, token: own } = await aBar()
  const pause = { method: 'PUT', token: own }
  const paused = await askAsAdmin(address(ADMIN_API.pause, { barId: other.id }), pause, {
    MONITOR: {} as Env['MONITOR'],
  })
  expect(await paused.json()).toMatchObject({ paused: true })
  expect(linesOf('bars_change_not_sent')).toHaveLength(1)
})

async function aBar(changes: Parameters<typeof aNewBar>[0] = {}) {
  const admin = await addAdmin()
  const token = await signIn(admin)
  const made = { method: 'POST', token, json: aNewBar(changes) }
  const bar = await (await askAsAdmin(ADMIN_API.bars, made)).json<AdminBar>()
  return { admin, token, bar }
}

function edit(token: string, bar: AdminBar, changes: Partial<EditedBarRequest>): Promise<Response> {
  const json = { ...toEdited(bar), ...changes }
  return askAsAdmin(address(ADMIN_API.bar, { barId: bar.id }), { method: 'PUT', token, json })
}

const rowsOf = (barId: string) =>
  env.DB.prepare(
    'SELECT (SELECT count(*) FROM bars WHERE id = ?1) AS bars, (SELECT count(*) FROM bar_hours WHERE bar_id = ?1) AS hours',
  )
    .bind(barId)
    .first()
