import { beforeEach, expect, test } from 'vitest'
import type { Entered } from '#contract/entered.ts'
import type { OwnData } from '#contract/own-data.ts'
import { Venue } from '#test/cast/guest.ts'
import { aProfile } from '#test/cast/profile.ts'
import { askFromPage, enterBar, failureOf } from '#test/cast/visitor.ts'
import { stopClock } from '#test/support/stopped-clock.ts'

beforeEach(stopClock)

const PHONE = '+5511987654321'

test('the browser that made a profile is recognised by its key and goes on with a secret of its own', async () => {
  const { barId } = await Venue.open()
  const first = await enterBar(barId, { name: 'Ana', phone: PHONE })
  expect(first.recovered).toBe(false)
  const { deviceKey } = first
  const known = await post(barId, 'recognise', { deviceKey })
  expect(await known.json()).toEqual({ name: 'Ana', photo: null })

  const again = await (await post(barId, 'continue', { deviceKey })).json<Entered>()
  expect(again).toMatchObject({ person: { id: first.person.id }, deviceKey, recovered: true })
  for (const { secret } of [first, again]) {
    const data = await askFromPage(`/api/bars/${barId}/visit`, { secret })
    expect((await data.json<OwnData>()).person.name).toBe('Ana')
  }
})

test('T1 a device key of another bar, of another person or changed in any way is nobody’s', async () => {
  const [one, other] = [await Venue.open(), await Venue.open()]
  const { deviceKey } = await enterBar(one.barId, { name: 'Ana', phone: PHONE })
  if (!deviceKey) throw new Error('no key')
  const wrong = deviceKey.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  for (const [barId, key] of [
    [other.barId, deviceKey],
    [one.barId, wrong],
    [one.barId, ''],
    [one.barId, deviceKey.split('.').slice(0, 3).join('.')],
  ] as const) {
    expect(await failureOf(await post(barId, 'recognise', { deviceKey: key }))).toBe(
      '404 person_not_found',
    )
    expect(await failureOf(await post(barId, 'continue', { deviceKey: key }))).toBe(
      '404 person_not_found',
    )
  }
})

test('T1 the phone alone, in whatever spelling of the form, does not have an online profile', async () => {
  const { barId } = await Venue.open()
  await enterBar(barId, { name: 'Ana', phone: PHONE })
  const answer = await askFromPage(`/api/bars/${barId}/people`, {
    method: 'POST',
    json: aProfile({ name: 'Ladra', phone: PHONE }),
  })
  expect(await failureOf(answer)).toBe('409 profile_online')
})

test('T2 probes from one network are answered five times an hour, then 429', async () => {
  const { barId } = await Venue.open()
  await enterBar(barId, { name: 'Ana', phone: PHONE })
  const codes: string[] = []
  for (let probe = 0; probe < 200; probe += 1) {
    const json = aProfile({ name: 'Curiosa', phone: PHONE })
    codes.push(
      await failureOf(await askFromPage(`/api/bars/${barId}/people`, { method: 'POST', json })),
    )
  }
  expect(codes).toEqual([
    ...Array(5).fill('409 profile_online'),
    ...Array(195).fill('429 rate_limited'),
  ])
})

test('T9 an edit takes the form’s fields and no other', async () => {
  const { barId } = await Venue.open()
  const { secret } = await enterBar(barId, { name: 'Ana' })
  const path = `/api/bars/${barId}/visit`
  const ok = await askFromPage(path, { method: 'PATCH', secret, json: { table: ' 12 ' } })
  expect((await ok.json<{ person: { table: string } }>()).person.table).toBe('12')
  for (const json of [
    { id: 'x' },
    { online: true },
    { bar_id: barId },
    { name: '' },
    { phone: '1' },
  ]) {
    const answer = await askFromPage(path, { method: 'PATCH', secret, json })
    expect(await failureOf(answer)).toBe('400 invalid_request')
  }
  expect(await failureOf(await askFromPage(path, { method: 'PATCH', json: { table: '1' } }))).toBe(
    '401 no_visit',
  )
  expect(await failureOf(await askFromPage(path))).toBe('401 no_visit')
})

function post(barId: string, path: 'recognise' | 'continue', json: unknown): Promise<Response> {
  return askFromPage(`/api/bars/${barId}/people/${path}`, { method: 'POST', json })
}
