import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { address } from '#contract/address.ts'
import type { Entered } from '#contract/entered.ts'
import { LIMITS } from '#contract/limits.ts'
import type { OwnData } from '#contract/own-data.ts'
import { API } from '#contract/paths.ts'
import { toPhone } from '#contract/phone.ts'
import type { RoomEvent } from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { Random } from '#test/chaos/random.ts'
import { aProfile } from '#test/fakes/profile.ts'
import { idOf } from '#test/fakes/room.ts'
import { insertPerson } from '#test/worker/full-bar.ts'
import { askFromPage, aVisit, enterBar, failureOf, sleepingRooms } from '#test/worker/requests.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import type { MarkClaim } from '#worker/auth/tokens.ts'
import { mintDeviceKey, mintMark, readDeviceKey, readMark } from '#worker/auth/tokens.ts'

beforeEach(stopClock)

const PHONE = '+5511987654321'

type Pair = Record<'isVictimFirst' | 'isFirstOnline' | 'sleeps' | 'keyFirst', boolean> & {
  spelling: string
}

/** One phone in forty spellings. */
const SPELLINGS = ['', '+55', '+55 ', '55 ', '0', '0xx', '0055 ', 'tel:'].flatMap((before) =>
  ['11987654321', '(11) 98765-4321', '11 98765 4321', '11.98765.4321', '11-98765-4321'].map(
    (number) => toPhone(before + number) ?? '',
  ),
)

test('T1 a device key continues its own profile, and a key of another bar or a changed one does not', async () => {
  const [one, other] = [await Bar.open(), await Bar.open()]
  const { person, deviceKey } = await enterBar(one.barId, { name: 'Ana', phone: PHONE })
  const known = await post(one.barId, 'recognise', { deviceKey })
  expect(await known.json()).toEqual({ id: person.id, name: 'Ana', photo: null })
  const again = await (await post(one.barId, 'continue', { deviceKey })).json<Entered>()
  expect(again).toMatchObject({ person: { id: person.id }, deviceKey, recovered: 'key' })
  const wrong = deviceKey.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  for (const [barId, key] of [
    [other.barId, deviceKey],
    [one.barId, wrong],
    [one.barId, ''],
    [one.barId, deviceKey.split('.').slice(0, 3).join('.')],
  ] as const) {
    for (const path of ['recognise', 'continue'] as const) {
      const answer = await post(barId, path, { deviceKey: key })
      expect(await failureOf(answer)).toBe('404 person_not_found')
    }
  }
})

test('T3 a device key expires after 32 hours and then wakes no room', async () => {
  const { barId, deviceKey } = await aVisit()
  const made = readDeviceKey(env.VISIT_SIGNING_KEY, deviceKey)
  if (!made) throw new Error('not ours')
  const statusOf = async (madeAt: number, bindings: Partial<Env> = {}) => {
    const json = { deviceKey: mintDeviceKey(env.VISIT_SIGNING_KEY, { ...made, madeAt }) }
    const path = address(API.recognise, { barId })
    return (await askFromPage(path, { method: 'POST', json }, bindings)).status
  }
  expect(await statusOf(made.madeAt)).toBe(200)
  const { bindings, wakes } = sleepingRooms()
  expect(await statusOf(Date.now() - TIMINGS.deviceKeyMs, bindings)).toBe(404)
  expect(wakes()).toBe(0)
})

test('a mark is returned unchanged for 48 hours, then replaced', async () => {
  const { barId, mark } = await aVisit()
  expect((await enterBar(barId, { mark })).mark).toBe(mark)
  const claim = readMark(env.VISIT_SIGNING_KEY, String(mark))
  if (!claim) throw new Error('not ours')
  const marked = async (changes: Partial<MarkClaim>) => {
    const shown = mintMark(env.VISIT_SIGNING_KEY, { ...claim, ...changes })
    return (await enterBar(barId, { mark: shown })).mark === shown
  }
  const old = Date.now() - TIMINGS.markMs
  expect([
    await marked({ mintedAt: old + 1_000 }),
    await marked({ mintedAt: old }),
    await marked({ barId: 'ZZZZZZ' }),
  ]).toEqual([true, false, false])
})

test('a profile that goes on by its device key brings no new mark, which would begin its time anew', async () => {
  const { barId, mark } = await aVisit()
  passTime(TIMINGS.markMs / 2)
  const later = await enterBar(barId, { mark, phone: PHONE })
  expect(later.mark).toBe(mark)
  const { deviceKey } = later
  const again = await (await post(barId, 'continue', { deviceKey })).json<Entered>()
  const byForm = (shown: string | null) =>
    enterBar(barId, { mark: shown, deviceKey, phone: PHONE }).then(({ recovered, mark }) => [
      recovered,
      mark,
    ])
  expect(again.mark).toBeNull()
  expect([await byForm(mark), await byForm(null)]).toEqual([
    ['key', mark],
    ['key', null],
  ])
})

test('T1 two people with the same phone are never merged, in any order, online or offline', async () => {
  const pair: fc.Arbitrary<Pair> = fc.record({
    spelling: fc.constantFrom(...SPELLINGS),
    isVictimFirst: fc.boolean(),
    isFirstOnline: fc.boolean(),
    sleeps: fc.boolean(),
    keyFirst: fc.boolean(),
  })
  const recovered = new Set<unknown>()
  const property = fc.asyncProperty(pair, async (options) => {
    recovered.add(await meet(options))
  })
  await fc.assert(property, { numRuns: runs(12, 1_000) })
  expect(recovered).toEqual(new Set([null, 'phone']))
})

/** Lets two people enter with the same phone. Neither learns or changes anything of the other. */
async function meet(options: Pair): Promise<Entered['recovered']> {
  const [bar, bia] = await Bar.seated('Bia')
  const { barId } = bar
  const names = options.isVictimFirst ? ['Vítima', 'Ladra'] : ['Ladra', 'Vítima']
  const [one = '', other = ''] = names
  const first = await enterBar(barId, { name: one, phone: PHONE, interest: 'women' })
  const early = new Person(bar, one).as(first)
  await early.connect()
  await early.deliver(bia, `segredo de ${one}`)
  await bia.deliver(early, `resposta a ${one}`)
  if (!options.isFirstOnline) {
    await early.close(CLOSE.pageClosed)
    await bar.set(early, 'online_until', 1)
  }
  if (options.sleeps) await bar.sleep()

  const second = await enterBar(barId, { name: other, phone: options.spelling })
  const late = new Person(bar, other).as(second)
  const page = await late.connect()
  const seen = [JSON.stringify(second), await ownData(barId, second), ...page.raw]
  expect(await page.history(bia.id)).toMatchObject({ messages: [], hasMore: false })
  expect(seen.join()).not.toMatch(/segredo|resposta/)
  expect(JSON.stringify(second)).not.toContain(first.person.id)
  expect((await page.get('snapshot')).conversations).toEqual([])
  late.say(bia, `oi, aqui é ${other}`)
  const { message } = await bia.page.get('message', ({ message }) => message.text.startsWith('oi'))
  expect(message.from).toBe(second.person.id)

  // The first browser gets its own profile back, with its key or its secret.
  const { deviceKey } = first
  const back = options.keyFirst
    ? await (await post(barId, 'continue', { deviceKey })).json<Entered>()
    : first
  const text = await ownData(barId, back)
  expect(text).toContain(`segredo de ${one}`)
  expect(text).not.toContain(`aqui é ${other}`)
  const { person } = JSON.parse(text) as OwnData
  expect(person).toMatchObject({ id: first.person.id, name: one, phone: PHONE, interest: 'women' })
  return second.recovered
}

async function ownData(barId: string, { secret }: Entered): Promise<string> {
  const answer = await askFromPage(address(API.visit, { barId }), { secret })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.text()
}

test.each([
  ['one network', 1],
  ['fifty networks', 50],
] as const)(
  'T2 probes from %s reveal a phone that is here by "recovered" alone, and only within the rate limit',
  async (_, networks) => {
    // A network enters sixty people at once.
    const probes = runs(60, networks === 1 ? 60 : 400)
    const bar = await Bar.open()
    const phones = Array.from({ length: probes }, (_, at) => ({
      phone: `+551197${String(at).padStart(7, '0')}`,
      is: ['online', 'offline', 'nobody'][at % 3],
    }))
    await seedPhones(bar, phones)
    const watcher = await bar.seat('Olheira')
    const random = new Random('T2', String(networks))
    const shuffled = phones.toSorted(() => random.next() - 0.5)

    const seen: (Awaited<ReturnType<typeof probe>> & { isTold: boolean })[] = []
    for (const [at, { phone, is }] of shuffled.entries()) {
      const network = `2001:db8:${(at % networks).toString(16)}::1`
      const tries = Math.floor(at / networks)
      const isInside = tries < LIMITS.phoneTriesPerNetwork && at < LIMITS.phoneTriesPerBar
      const isTold = is === 'offline' && isInside
      seen.push({ isTold, ...(await probe(bar, watcher, phone, network)) })
    }
    for (const [at, { isTold, recovered, events }] of seen.entries()) {
      expect([at, recovered]).toEqual([at, isTold ? 'phone' : null])
      expect(events.includes('unlisted')).toBe(isTold)
    }
    // All probes look alike apart from "recovered" and its event.
    const rest = seen.map(({ answer, size, own, events }) =>
      JSON.stringify([answer, size, own, events.filter((kind) => kind !== 'unlisted')]),
    )
    expect(new Set(rest).size).toBe(1)
    expect(seen.filter(({ recovered }) => recovered).length).toBeGreaterThan(0)
  },
)

/** Makes a third of these phones online and a third offline. */
async function seedPhones(bar: Bar, phones: { phone: string; is: string | undefined }[]) {
  await bar.admit('Dona')
  await runInDurableObject(bar.room, (_, { storage: { sql } }) => {
    for (const [at, { phone, is }] of phones.entries()) {
      if (is === 'nobody') continue
      insertPerson(sql, at, { onlineUntil: Date.now() + (is === 'online' ? 3_600_000 : -1) })
      sql.exec('UPDATE bar_profiles SET phone = ? WHERE id = ?', phone, idOf(at))
    }
  })
  await bar.sleep()
}

/** Returns everything that a probe sees: its answer, its own data and the broadcasts. */
async function probe(bar: Bar, watcher: Person, phone: string, network: string) {
  const before = watcher.page.events().length
  const json = aProfile({ name: 'Curiosa', phone })
  const request = { method: 'POST', json, address: network }
  const answer = await askFromPage(address(API.people, { barId: bar.barId }), request)
  const text = await answer.text()
  const { recovered, ...entered } = JSON.parse(text) as Entered
  const isOf = (event: RoomEvent) => 'person' in event && event.person.id === entered.person.id
  await watcher.page.until(() => watcher.page.events().some(isOf))
  await watcher.page.settle()
  // Avoids the rate limit of frames.
  passTime(100)
  const own = await ownData(bar.barId, { ...entered, recovered })
  return {
    recovered,
    answer: [answer.status, [...answer.headers], nameless(entered, phone)],
    size: text.length - JSON.stringify(recovered).length,
    own: nameless(JSON.parse(own), phone),
    events: Array.from(watcher.page.events().slice(before), ({ kind }) => kind),
  }
}

/** Removes ids, secrets, times and the phone. */
function nameless(value: object, phone: string): unknown {
  const changing = ['id', 'secret', 'deviceKey', 'mark', 'enteredAt', 'endsAt']
  return JSON.parse(
    JSON.stringify(value, (key, part) => {
      if (changing.includes(key)) return String(part).length
      return part === phone ? 'the phone' : part
    }),
  )
}

test('T9 an edit accepts only the form’s fields', async () => {
  const { barId, secret } = await aVisit({ name: 'Ana' })
  const edit = (json: object) =>
    askFromPage(address(API.visit, { barId }), { method: 'PATCH', secret, json })
  expect(await (await edit({ table: ' 12 ' })).json()).toMatchObject({ person: { table: '12' } })
  const others = [{ id: 'x' }, { online: true }, { bar_id: barId }]
  for (const bad of [...others, { name: '' }, { phone: '1' }]) {
    expect(await failureOf(await edit(bad))).toBe('400 invalid_request')
  }
})

const post = (barId: string, path: 'recognise' | 'continue', json: unknown): Promise<Response> =>
  askFromPage(`/api/bars/${barId}/people/${path}`, { method: 'POST', json })
