import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { API } from '#contract/paths.ts'
import { TIMINGS } from '#contract/timings.ts'
import { bytesOf, toDataUrl } from '#test/fakes/pictures.ts'
import { aProfile } from '#test/fakes/profile.ts'
import { addAdmin, anAct, askAsAdmin, signIn } from '#test/worker/admin.ts'
import { askFromPage, enterBar, failureOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { findSiteState, saveSiteState } from '#worker/db/site-state.ts'

const admin = await addAdmin()

beforeEach(stopClock)
afterEach(() => saveSiteState(env.DB, { isStopped: false }, anAct()))

async function set(isStopped: unknown, token?: string): Promise<Response> {
  const json = { isStopped }
  return askAsAdmin(ADMIN_API.site, { method: 'PUT', json, token: token ?? (await signIn(admin)) })
}

const enter = (barId: string, profile = aProfile({ name: 'Nova' })) =>
  askFromPage(address(API.people, { barId }), { method: 'POST', json: profile })

const countPhotos = async () => (await env.MEDIA.list({ prefix: 'profiles/' })).objects.length

test('T53 a stopped site lets no new person into a bar, and people who are inside go on', async () => {
  const [bar, empty] = [await Bar.open(), await Bar.open()]
  const profile = aProfile({ name: 'Ana' })
  const { secret, deviceKey } = await enterBar(bar.barId, profile)
  expect((await set(true)).status).toBe(200)
  // This room has cached the state.
  expect((await enter(bar.barId)).status).toBe(201)
  passTime(TIMINGS.siteStateAskedEveryMs)
  const photos = await countPhotos()
  const withPhoto = aProfile({ photo: toDataUrl(bytesOf('png')) })
  for (const { barId } of [bar, empty]) {
    for (const one of [await enter(barId), await enter(barId, withPhoto)]) {
      expect(await failureOf(one)).toBe('503 site_stopped')
    }
  }
  expect(await countPhotos()).toBe(photos)
  // A repeated attempt, a device key and an open visit still work.
  expect((await enter(bar.barId, profile)).status).toBe(201)
  const json = { deviceKey }
  expect(
    (await askFromPage(address(API.continue, { barId: bar.barId }), { method: 'POST', json }))
      .status,
  ).toBe(201)
  expect((await askFromPage(address(API.visit, { barId: bar.barId }), { secret })).status).toBe(200)
  await set(false)
  passTime(TIMINGS.siteStateAskedEveryMs)
  for (const { barId } of [bar, empty]) expect((await enter(barId)).status).toBe(201)
})

test('T46 a stop is recorded with its account, and a repeated one leaves no second act', async () => {
  const other = await addAdmin()
  const token = await signIn(other)
  for (const isStopped of [true, true, false, true]) {
    expect(await (await set(isStopped, token)).json()).toEqual({ isStopped })
    expect(await findSiteState(env.DB)).toEqual({ isStopped })
    passTime(1)
  }
  expect(await failureOf(await set('sim', token))).toBe('400 invalid_request')
  const acts = env.DB.prepare(
    "SELECT kind FROM admin_acts WHERE account_id = ? AND kind LIKE 'site%' ORDER BY at",
  )
  const { results } = await acts.bind(other.id).all<{ kind: string }>()
  expect(results.map(({ kind }) => kind)).toEqual(['site_stopped', 'site_reopened', 'site_stopped'])
})
