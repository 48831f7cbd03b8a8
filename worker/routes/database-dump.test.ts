import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { HOUR_MS } from '#contract/durations.ts'
import { API } from '#contract/paths.ts'
import { bytesOf, toDataUrl } from '#test/fakes/pictures.ts'
import { aSubscriber } from '#test/fakes/push-service.ts'
import { someone } from '#test/worker/admin.ts'
import { aReport, askFromPage, enterBar } from '#test/worker/requests.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { hashSecret } from '#worker/auth/tokens.ts'

const PATRON = {
  name: 'Zenaide Canária',
  otherName: 'Anahí Canária',
  changedName: 'Zuleica Canária',
  phone: '+5511976543210',
  table: 'mesa-canária',
  note: 'o que só a equipe lê',
  message: 'uma frase que ninguém mais diria',
}

/** Returns all values in D1. */
async function dumpDatabase(): Promise<string> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  ).all<{ name: string }>()
  const tables = await Promise.all(
    results.map(({ name }) => env.DB.prepare(`SELECT * FROM ${name}`).all()),
  )
  // A text inside of bytes would not be found, so there must be none.
  const values = tables.flatMap(({ results }) => results.flatMap((row) => Object.values(row)))
  expect(values.filter((value) => value !== null && typeof value === 'object')).toEqual([])
  return JSON.stringify(tables.map((table, at) => [results[at], table.results]))
}

test('T58 T64 a dump of D1 after an evening of chats, a report and a removal has no personal data', async () => {
  stopClock()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const bar = await Bar.open()
  const { barId } = bar
  const photo = toDataUrl(bytesOf('jpeg'))
  const { name, phone, table } = PATRON
  const zenaide = await enterBar(barId, { name, phone, table, photo })
  const ana = await enterBar(barId, { name: PATRON.otherName, photo })
  const [from, to] = [new Person(bar, name).as(zenaide), new Person(bar, 'Anahí').as(ana)]
  for (const person of [from, to]) await person.connect()
  await from.deliver(to, PATRON.message)
  const { secret } = zenaide
  const ask = (path: string, method: string, json: object, by = secret) =>
    askFromPage(path, { method, secret: by, json })
  const change = { name: PATRON.changedName, photo }
  const changed = await ask(address(API.visit, { barId }), 'PATCH', change)
  const second = (await changed.json<{ person: { photo: string } }>()).person.photo
  const paths = [zenaide.person.photo ?? '', ana.person.photo ?? '', second]
  const endpoint = 'https://fcm.googleapis.com/fcm/send/of-zenaide'
  const { subscription } = await aSubscriber(endpoint)
  expect((await ask(address(API.notices, { barId }), 'PUT', subscription)).status).toBe(204)
  const dumps = [await dumpDatabase()]

  const admin = await someone('admin', barId)
  const revealed = await admin.ask(
    address(ADMIN_API.personPhone, { barId, personId: zenaide.person.id }),
    'POST',
  )
  expect(await revealed.json()).toEqual({ phone })
  const report = aReport(zenaide.person, { note: PATRON.note })
  expect((await ask(address(API.reports, { barId }), 'POST', report, ana.secret)).status).toBe(204)
  const first = (query: string) =>
    env.DB.prepare(`${query} WHERE bar_id = ?`).bind(barId).first('of')
  await expect.poll(() => first('SELECT id AS of FROM reports')).not.toBeNull()
  const reportId = await first('SELECT id AS of FROM reports')
  const written = await (await env.MEDIA.get(`reports/${reportId}`))?.text()
  for (const text of [PATRON.message, PATRON.note]) expect(written).toContain(text)
  const removal = address(ADMIN_API.removal, { barId, personId: zenaide.person.id })
  expect((await admin.ask(removal, 'PUT', { reason: 'harassment' })).status).toBe(204)
  // This saves the hours too.
  await bar.ringAfter(2 * HOUR_MS)
  await expect.poll(() => first('SELECT visits AS of FROM bar_hours')).toBe(2)
  dumps.push(await dumpDatabase())

  // Three acts and a report name their person only by an id that dies with the visit. It is also the
  // id of the removal's act.
  expect(dumps[1]?.split(zenaide.person.id)).toHaveLength(6)
  const files = paths.map((path) => path.slice(path.lastIndexOf('/') + 1))
  expect(new Set(files).size).toBe(3)
  const phoneDigits = phone.slice('+55'.length)
  const pictureStart = photo.slice(photo.indexOf(',') + 1).slice(0, 40)
  const keys = [zenaide, ana].flatMap(({ secret, deviceKey, mark }) =>
    [secret, deviceKey, mark].map(String),
  )
  const secrets = [
    ...Object.values(PATRON),
    ana.person.id,
    ...files,
    phoneDigits,
    pictureStart,
    ...keys,
    ...keys.map(hashSecret),
    endpoint,
    subscription.auth,
  ]
  for (const dump of dumps) {
    expect(dump).toContain('Bar do Teste')
    expect(secrets.filter((text) => dump.includes(text))).toEqual([])
  }
})
