import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { Entered } from '#contract/entered.ts'
import { idSchema } from '#contract/id.ts'
import { LIMITS } from '#contract/limits.ts'
import type { OwnData } from '#contract/own-data.ts'
import { API } from '#contract/paths.ts'
import type { EnterRequest } from '#contract/profile-form.ts'
import { enterRequestSchema } from '#contract/profile-form.ts'
import { bytesOf, toDataUrl } from '#test/fakes/pictures.ts'
import { aProfile } from '#test/fakes/profile.ts'
import { addAdmin, signIn } from '#test/worker/admin.ts'
import {
  ask,
  askFromPage,
  aVisit,
  enterBar,
  failureOf,
  OWN_PAGE,
  sleepingRooms,
} from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'

const pathOf = (bar: Bar) => `/api/bars/${bar.barId}/people`
const send = (bar: Bar, json: unknown, bindings: Partial<Env> = {}) =>
  askFromPage(pathOf(bar), { method: 'POST', json }, bindings)

test('entering a bar returns the own person and a secret that opens the visit', async () => {
  const bar = await Bar.open()
  const profile = aProfile({ name: '  Ana   Lúcia ', phone: '+5511987654321' })
  const answer = await send(bar, profile)
  expect(answer.status).toBe(201)
  const { person, secret } = await answer.json<Entered>()
  const { deviceKey: _, mark: __, entryCode: ___, attempt, ...shown } = profile
  expect(person).toEqual({ ...shown, id: person.id, name: 'Ana Lúcia', online: true })
  expect(v.is(idSchema, person.id) && person.id !== attempt).toBe(true)
  const visit = `/api/bars/${bar.barId}/visit`
  expect((await askFromPage(visit, { method: 'DELETE', secret })).status).toBe(200)
})

test('a repeated attempt brings what its form says now, a changed and a removed photo too', async () => {
  const { barId } = await Bar.open()
  const photo = toDataUrl(bytesOf('jpeg'))
  let form = aProfile({ interest: 'men' })
  const { person: first } = await enterBar(barId, form)
  const changes: Partial<EnterRequest>[] = [
    { showsInterest: false },
    { name: 'Ana Luíza', table: '12' },
    { phone: '+5511987654321', interest: 'women' },
    { photo },
    { photo: null },
  ]
  for (const change of changes) {
    form = { ...form, ...change }
    const { person, secret, recovered } = await enterBar(barId, form)
    const { name, table, phone, interest, showsInterest } = form
    expect(person).toMatchObject({ name, table, phone, interest, showsInterest })
    expect([person.id, person.photo !== null, recovered]).toEqual([
      first.id,
      form.photo !== null,
      null,
    ])
    const own = await askFromPage(address(API.visit, { barId }), { secret })
    expect((await own.json<OwnData>()).person).toEqual(person)
  }
})

test('T3 no request can choose its own id, not even by its attempt', async () => {
  const { bar, person } = await aVisit()
  const { bindings, wakes } = sleepingRooms()
  const ids = [person.id, crypto.randomUUID(), 'admin-dashboard'].map((id) => ({ id }))
  const attempts = [
    'admin-dashboard',
    '__proto__',
    '',
    '00000000-0000-0000-0000-000000000000',
    '7F0C1A52-7B7E-4A35-9A39-2C1DE2F3A001',
    ' 7f0c1a52-7b7e-4a35-9a39-2c1de2f3a001',
    "' OR 1=1 --",
    'x'.repeat(100_000),
  ]
  for (const named of [...ids, ...attempts.map((attempt) => ({ attempt }))]) {
    const answer = await send(bar, { ...aProfile({ name: 'Ladra' }), ...named }, bindings)
    expect(await failureOf(answer)).toBe('400 invalid_request')
  }
  expect(wakes()).toBe(0)
  expect((await enterBar(bar.barId, { attempt: person.id })).person.id).not.toBe(person.id)
})

test('T4 T9 an unknown field is refused and nothing is written', async () => {
  const bar = await Bar.open()
  const { bindings, wakes } = sleepingRooms()
  const tempting = ['barId', 'bar_id', 'online', 'created_at', 'role', 'sender', 'from', 'secret']
  const key = fc.oneof(fc.constantFrom(...tempting), fc.string({ minLength: 1 }))
  await fc.assert(
    fc.asyncProperty(key, fc.jsonValue(), async (extra, value) => {
      fc.pre(!Object.hasOwn(enterRequestSchema.entries, extra))
      const json = Object.fromEntries([...Object.entries(aProfile()), [extra, value]])
      expect(await failureOf(await send(bar, json, bindings))).toBe('400 invalid_request')
    }),
    { numRuns: 100 },
  )
  expect(wakes()).toBe(0)
})

test('T43 a refusal names the field, and repeats neither its value nor unknown keys', async () => {
  const json = { ...aProfile({ name: '\u200B' }), phone: 'canary', 'canary-key': 1 }
  const answer = await send(await Bar.open(), json)
  const { error } = await answer.json<{ error: { message: string } }>()
  expect(error.message).toBe('invalid: name, phone, an unknown field')
})

const JSON_TYPE = 'application/json'

const OTHER_TYPES = [
  undefined,
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json, text/plain',
  'application/jsonp',
  'application/json; charset=latin1',
]
const NO_JSON = [new Uint8Array([0x22, 0xff, 0x22]), '{', '', '\ufeff{}']

test.each<readonly [type: string | undefined, content: string | Uint8Array<ArrayBuffer>, string]>([
  ...OTHER_TYPES.map((type) => [type, '{}', '415 unsupported_media_type'] as const),
  ...NO_JSON.map((content) => [JSON_TYPE, content, '400 invalid_request'] as const),
  ['application/json; charset=utf-8', '{}', '400 invalid_request'],
  ['Application/JSON;charset="UTF-8"', '{}', '400 invalid_request'],
])('T20 a body of type %s, %j: %s', async (type, content, expected) => {
  const headers = type ? { ...OWN_PAGE, 'Content-Type': type } : OWN_PAGE
  // The body is bytes, because a string would set its own Content-Type.
  const body = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const answer = await ask(pathOf(await Bar.open()), { method: 'POST', headers, body })
  expect(await failureOf(answer)).toBe(expected)
})

test('T16 T23 an endless body is cut off at the limit, whatever its Content-Length', async () => {
  const token = await signIn(await addAdmin())
  const people = { path: pathOf(await Bar.open()), type: 'application/json' }
  const photos = { path: ADMIN_API.photos, type: 'image/png', Cookie: `__Host-admin=${token}` }
  for (const [{ path, type, ...proof }, limit] of [
    [people, LIMITS.requestBytes],
    [photos, LIMITS.barPictureBytes],
  ] as const) {
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += 10_000
        controller.enqueue(new Uint8Array(10_000).fill(0x20))
      },
    })
    const headers = { ...OWN_PAGE, ...proof, 'Content-Type': type, 'Content-Length': '2' }
    const answer = await ask(path, { method: 'POST', headers, body })
    expect(await failureOf(answer)).toBe('413 too_large')
    // The Worker reads and drops a bounded part of the rest.
    expect(sent).toBeLessThan(limit + LIMITS.barPictureBytes + 50_000)
  }
})
