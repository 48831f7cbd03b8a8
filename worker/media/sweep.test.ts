import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { NewBarRequest } from '#contract/bar-form.ts'
import { HOUR_MS } from '#contract/durations.ts'
import { aNewBar } from '#test/fakes/bars.ts'
import { bytesOf } from '#test/fakes/pictures.ts'
import { addAdmin, askAsAdmin, signIn, withQueries } from '#test/worker/admin.ts'
import { ask, statusOf, withMethod } from '#test/worker/requests.ts'
import { scheduled } from '#worker/scheduled.ts'
import { mintMediaKey } from './keys.ts'
import { sweepPictures } from './sweep.ts'

const token = await signIn(await addAdmin())
const hours = (count: number) => Date.now() + count * HOUR_MS
const exists = async (path: string) => (await statusOf(ask(path))) === 200
const upload = async (path: string, bindings: Partial<Env> = {}) => {
  const request = { method: 'POST', type: 'image/png', body: bytesOf('png'), token }
  const answer = await askAsAdmin(path, request, bindings)
  return answer.status === 201 ? (await answer.json<{ path: string }>()).path : null
}
const create = (changes: Partial<NewBarRequest>, bindings: Partial<Env> = {}) =>
  askAsAdmin(ADMIN_API.bars, { method: 'POST', json: aNewBar(changes), token }, bindings)

const failing = (method: 'put' | 'head' | 'delete') =>
  withMethod(env.MEDIA, method, () => Promise.reject(new Error('canary')))

test('T25 R20 a sweep erases day-old pictures that no bar shows, and never a person’s photo', async () => {
  const { logos, photos, covers } = ADMIN_API
  const paths = await Promise.all([logos, photos, covers, covers].map((path) => upload(path)))
  const [logo = null, photo = null, cover = null] = paths
  const key = mintMediaKey('profiles', 'image/png')
  await env.MEDIA.put(key, bytesOf('png'), { httpMetadata: { contentType: 'image/png' } })
  const left = () => Promise.all([...paths, `/media/${key}`].map((path) => exists(path ?? '')))
  await create({ logoUrl: logo, photoUrls: [photo ?? ''], coverUrl: cover })
  await sweepPictures(env, hours(23.9))
  expect(await left()).toEqual([true, true, true, true, true])
  await sweepPictures(env, hours(24.1))
  expect(await left()).toEqual([true, true, true, false, true])
})

test('R20 a second sweep finds nothing, and the next one finishes a broken sweep', async () => {
  await Promise.all(Array.from({ length: 5 }, () => upload(ADMIN_API.photos)))
  await expect(sweepPictures({ ...env, MEDIA: failing('delete') }, hours(25))).rejects.toThrow()
  expect(await sweepPictures(env, hours(25))).toBe(5)
  expect(await sweepPictures(env, hours(25))).toBe(0)
})

test('R20 T43 a registration that fails at any step leaves no bar and no picture, and logs no error text', async () => {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => {})
  const before = (await env.MEDIA.list()).objects.length
  expect(await upload(ADMIN_API.logos, { MEDIA: failing('put') })).toBeNull()
  expect((await env.MEDIA.list()).objects).toHaveLength(before)
  const logo = await upload(ADMIN_API.logos)
  const name = `Quebrado ${crypto.randomUUID()}`
  expect((await create({ name, logoUrl: logo }, { MEDIA: failing('head') })).status).toBe(500)
  const DB = withQueries((query) => (query.startsWith('insert') ? 'insert into nowhere' : query))
  expect((await create({ name, logoUrl: logo }, { DB })).status).toBe(500)
  const row = env.DB.prepare('SELECT COUNT(*) AS n FROM bars WHERE name = ?').bind(name)
  expect(await row.first('n')).toBe(0)
  await sweepPictures(env, hours(25))
  expect(await exists(logo ?? '')).toBe(false)
  expect(spy.mock.calls.length).toBeGreaterThan(0)
  expect(spy.mock.calls.join()).not.toContain('canary')
})

test('R20 a picture that a new bar may still use is too young to be swept', async () => {
  const logo = await upload(ADMIN_API.logos)
  vi.useFakeTimers({ toFake: ['Date'] })
  const statuses: number[] = []
  for (const later of [22.9, 0.2]) {
    vi.setSystemTime(Date.now() + later * HOUR_MS)
    const late = await signIn(await addAdmin())
    const json = aNewBar({ logoUrl: logo })
    statuses.push((await askAsAdmin(ADMIN_API.bars, { method: 'POST', json, token: late })).status)
  }
  vi.useRealTimers()
  expect(statuses).toEqual([201, 422])
})

test('R20 a sweep goes through every page of the bucket and of the database', async () => {
  const keys = Array.from({ length: 30 }, () => mintMediaKey('photos', 'image/png'))
  await Promise.all(keys.map((key) => env.MEDIA.put(key, 'x')))
  const insert = "INSERT INTO bars (id, name, address, city, logo_url) VALUES (?, 'x', 'x', 'x', ?)"
  const bars = Array.from({ length: 1_020 }, (_, index) => {
    const key = keys[index - 1_000]
    return env.DB.prepare(insert).bind(`page-${1_000 + index}`, key ? `/media/${key}` : null)
  })
  await env.DB.batch(bars)
  const MEDIA = withMethod(env.MEDIA, 'list', (options) => env.MEDIA.list({ ...options, limit: 7 }))
  await sweepPictures({ ...env, MEDIA }, hours(25))
  const left = await Promise.all(keys.map(async (key) => (await env.MEDIA.head(key)) !== null))
  expect(left).toEqual(keys.map((_, index) => index < 20))
})

test('the hourly sweep deletes expired sessions and links, and logs a failed part', async () => {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => {})
  const admin = await addAdmin()
  await signIn(admin, Date.now() - 8 * 24 * HOUR_MS)
  await signIn(admin)
  await env.DB.prepare("INSERT INTO password_links VALUES (?, 'old', 1, NULL)").bind(admin.id).run()
  const count = (table: 'admin_sessions' | 'password_links') =>
    env.DB.prepare(`SELECT COUNT(*) AS n FROM ${table} WHERE account_id = ?`)
      .bind(admin.id)
      .first('n')
  await scheduled({} as ScheduledController, { ...env, MEDIA: {} as R2Bucket })
  expect([await count('admin_sessions'), await count('password_links')]).toEqual([1, 0])
  // Pictures and the evidence of reports fail independently.
  const lines = spy.mock.calls.map(([line]) => JSON.parse(String(line)))
  expect(lines.map(({ event }) => event)).toEqual(['sweep_failed', 'sweep_failed', 'sweep_done'])
  expect(lines.at(-1)).toMatchObject({ level: 'info', failed: 2 })
  await scheduled({} as ScheduledController, env)
  const counts = { failed: 0, pictures: expect.any(Number), evidence: expect.any(Number) }
  expect(JSON.parse(String(spy.mock.lastCall?.[0]))).toMatchObject(counts)
})
