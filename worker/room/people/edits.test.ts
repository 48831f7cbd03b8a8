import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

test('an edit is broadcast to everybody, without an interest that is not shown', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const shown = { name: 'Ana Luíza', table: '12' }
  const changes = { ...shown, interest: 'women', showsInterest: false } as const
  expect(await bar.room.edit(ana.visit, changes)).toMatchObject({ ok: true, person: changes })
  expect(await bia.page.event('changed')).toMatchObject({
    person: { id: ana.id, online: true, ...shown, interest: null },
  })
  expect((await bia.look()).people.find(({ id }) => id === ana.id)?.interest).toBeNull()
  expect(
    (await bar.room.readSection({ accountId: '', role: 'owner' })).people.find(
      ({ id }) => id === ana.id,
    )?.interest,
  ).toBeNull()
})

test('T8 a secret is of one person: under the id of another it changes nothing and opens no socket', async () => {
  const [bar, ana, bia] = await Bar.admitted('Ana', 'Bia')
  Object.assign(ana, { id: bia.id })
  expect(await bar.room.edit(ana.visit, { name: 'X' })).toEqual({
    ok: false,
    code: 'visit_ended',
  })
  const page = await ana.connect()
  expect([page.closed?.code, page.frames]).toEqual([CLOSE.unknownVisit, []])
})

const PHONE = '+5511987654321'
const recover = (bar: Bar, { device }: Person, photo?: string, name = 'Ana') =>
  bar.enter(new Person(bar, name), { phone: PHONE, device, ...(photo && { photo }) })
const repeat = (bar: Bar, { attempt }: Person, photo?: string, name = 'Ana') =>
  bar.enter(new Person(bar, name, attempt), { phone: PHONE, ...(photo && { photo }) })

test.each([
  ['edited', (bar: Bar, ana: Person, photo: string) => bar.room.edit(ana.visit, { photo })],
  ['recovered with its device key', recover],
])('T25 a profile that is %s over and over takes five photos an hour', async (_, change) => {
  const bar = await Bar.open()
  const ana = await bar.admit('Ana', { phone: PHONE })
  const answers: boolean[] = []
  for (let turn = 0; turn < LIMITS.photosPerHour + 2; turn += 1) {
    answers.push((await change(bar, ana, `/media/profiles/${turn}.webp`)).ok)
  }
  expect(answers).toEqual([...Array(LIMITS.photosPerHour).fill(true), false, false])
})

test('T25 an attempt that is repeated with a photo each time enters, and takes five of them an hour', async () => {
  const bar = await Bar.open()
  const ana = await bar.admit('Ana', { phone: PHONE, photo: '/media/profiles/0.webp' })
  const paths: unknown[] = []
  for (let turn = 1; turn < LIMITS.photosPerHour + 2; turn += 1) {
    await repeat(bar, ana, `/media/profiles/${turn}.webp`)
    paths.push(await bar.get(ana, 'photo'))
  }
  expect(paths).toEqual([1, 2, 3, 4, 4, 4].map((turn) => `/media/profiles/${turn}.webp`))
  expect(await repeat(bar, ana)).toMatchObject({ ok: true, entered: { person: { photo: null } } })
})

test('a repeated attempt is broadcast only if its profile has changed', async () => {
  const bar = await Bar.open()
  const ana = await bar.admit('Ana', { phone: PHONE })
  const bia = await bar.seat('Bia')
  for (const name of ['Ana', 'Ana Lu', 'Ana Lu']) {
    expect(await repeat(bar, ana, undefined, name)).toMatchObject({ ok: true })
  }
  await bia.page.settle()
  const told = bia.page.events().filter(({ kind }) => kind === 'changed')
  expect(told).toMatchObject([{ person: { id: ana.id, name: 'Ana Lu' } }])
})

test.each([
  ['edited', (bar: Bar, ana: Person, name: string) => bar.room.edit(ana.visit, { name })],
  [
    'recovered with its device key',
    (bar: Bar, ana: Person, name: string) => recover(bar, ana, undefined, name),
  ],
  [
    'entered by one attempt over and over',
    (bar: Bar, ana: Person, name: string) => repeat(bar, ana, undefined, name),
  ],
])('T14 a profile that is %s takes five new names, and then one a minute', async (_, change) => {
  const bar = await Bar.open()
  const ana = await bar.admit('Ana', { phone: PHONE })
  const bia = await bar.seat('Bia')
  const rename = async (name: string) => (await change(bar, ana, name)).ok
  const answers: boolean[] = []
  for (let turn = 0; turn < 8; turn += 1) answers.push(await rename(`recado ${turn}`))
  expect(answers).toEqual([...Array(5).fill(true), false, false, false])
  // The name that is there is no new one.
  expect(await rename('recado 4')).toBe(true)
  passTime(60_000)
  expect([await rename('depois'), await rename('logo')]).toEqual([true, false])
  await bia.page.settle()
  expect(JSON.stringify(bia.page.events())).not.toMatch(/recado [567]|logo/)
})

test('T15 endless changes of a profile are throttled, and later changes and leaving work', async () => {
  const bar = await Bar.open()
  const [ana, bia] = [await bar.admit('Ana', { phone: PHONE }), await bar.seat('Bia')]
  const codeOf = (answer: { ok: true } | { ok: false; code: string }) =>
    answer.ok ? 'done' : answer.code
  const edit = async (table: string) => codeOf(await bar.room.edit(ana.visit, { table }))
  const answers: string[] = []
  for (let turn = 0; turn < LIMITS.changesBurst + 20; turn += 1) {
    answers.push(turn % 2 ? codeOf(await recover(bar, ana)) : await edit(`${turn}`))
  }
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(LIMITS.changesBurst)
  expect(new Set(answers.slice(LIMITS.changesBurst))).toEqual(new Set(['rate_limited']))
  const refused = { ok: false, code: 'rate_limited' }
  expect(await bar.room.continueAs(ana.device)).toEqual(refused)
  expect(await bar.room.edit(bia.visit, { table: '9' })).toMatchObject({ ok: true })
  await bia.page.settle()
  const told = bia.page.events().filter(({ kind }) => kind === 'changed')
  expect(told.length).toBeLessThanOrEqual(LIMITS.changesBurst + 1)

  passTime(60_000 / LIMITS.changesPerMinute)
  expect(await edit('depois')).toBe('done')
  expect(await edit('logo')).toBe('rate_limited')
  expect(await bar.room.leave(ana.visit)).toMatchObject({ ok: true })
})
