import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import { sectionOf } from '#test/worker/board-client.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { seen } from '#test/worker/seen.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

const PHONE = '+5511987654321'
const PHOTO = '/media/profiles/old.webp'

test('R4 an unlisted person is in no page, search, count or event, and a partner keeps the conversation', async () => {
  const { bar, ana, bia } = await anaIsOffline()
  const caio = await bar.seat('Caio')
  const { total } = await caio.page.get('snapshot')
  await bar.admit('Outra', { phone: PHONE })
  const events = await caio.page.get('events', (frame) =>
    frame.events.some(({ kind }) => kind === 'unlisted'),
  )
  expect(events.events.map(({ kind }) => kind)).toEqual(['unlisted', 'entered'])
  expect(events.total).toBe(total)

  const page = await (await bar.seat('Davi')).page.get('snapshot')
  expect(page.people.map(({ name }) => name).sort()).toEqual(['Bia', 'Caio', 'Outra'])
  expect(page.total).toBe(4)
  caio.page.send({ type: 'search', text: 'Ana' })
  expect((await caio.page.get('found')).people).toEqual([])
  caio.page.send({ type: 'find', personId: ana.id })
  expect((await caio.page.get('found', ({ asked }) => asked === ana.id)).people).toEqual([])
  const { people: watched } = await bar.room.readSection({ accountId: '', role: 'owner' })
  expect(watched.map(({ name }) => name).sort()).toEqual(['Bia', 'Caio', 'Davi', 'Outra'])
  for (const { page: told } of [bia, caio]) {
    expect(told.events().filter(({ kind }) => kind === 'left')).toEqual([])
  }

  await bar.sleep()
  const { people, conversations } = await bia.look()
  expect(people.find(({ id }) => id === ana.id)).toMatchObject({ name: 'Ana', online: false })
  expect(conversations).toMatchObject([{ personId: ana.id }])
  bia.page.send({ type: 'find', personId: ana.id })
  expect((await bia.page.get('found')).people).toMatchObject([{ id: ana.id }])
  await bia.store(ana, 'espero você')
  expect(await bar.textsFor(ana, bia)).toEqual(['antes', 'espero você'])
})

type Evening = Awaited<ReturnType<typeof anaIsOffline>>

test.each([
  ['opens a page', true, ({ ana }: Evening) => ana.connect(null, false)],
  [
    'goes on by the device key',
    true,
    async ({ bar, ana }: Evening) =>
      expect(await bar.room.continueAs(ana.device)).toMatchObject({
        entered: { person: { id: ana.id }, recovered: 'key' },
      }),
  ],
  ['edits', false, ({ bar, ana }: Evening) => bar.room.edit(ana.visit, { table: '9' })],
])(
  'R4 an unlisted person who %s is listed again by an ordinary presence event, and learns of it until they confirm that',
  async (_, online, comeBack) => {
    const evening = await anaIsOffline()
    const { bar, ana } = evening
    const caio = await bar.seat('Caio')
    await bar.admit('Outra', { phone: PHONE })
    await bar.sleep()
    await comeBack(evening)
    expect(await caio.page.event('presence')).toMatchObject({ person: { id: ana.id, online } })
    // The answer may be lost with its socket.
    await bar.sleep()
    expect(await ana.look()).toMatchObject({ phoneUsed: true, total: 4 })
    await ana.page.get('checkpoint')
    await ana.page.settle()
    await bar.sleep()
    expect(await ana.look()).not.toHaveProperty('phoneUsed')
    expect((await caio.look()).people.filter(({ id }) => id === ana.id)).toHaveLength(1)
  },
)

test('a phone of several people unlists the newest offline one, and none that has left', async () => {
  const bar = await Bar.open()
  const names = ['Primeira', 'Segunda', 'Terceira', 'Quarta']
  const people: Person[] = []
  for (const name of names) {
    passTime(1_000)
    people.push(await bar.admit(name, { phone: PHONE }))
  }
  const [first, second, third, fourth] = people as [Person, Person, Person, Person]
  await setOffline(bar, first, second, fourth)
  await bar.leave(fourth)
  await third.connect()
  const unlistedAfter = async () => {
    const { entered } = await bar.admit('Outra', { phone: PHONE })
    const rows = await bar.sql('SELECT name FROM bar_profiles WHERE is_unlisted = 1 ORDER BY name')
    return [entered.recovered, ...rows.map(({ name }) => name)]
  }
  expect(await unlistedAfter()).toEqual(['phone', 'Segunda'])
  expect(await unlistedAfter()).toEqual(['phone', 'Primeira', 'Segunda'])
  expect(await unlistedAfter()).toEqual([null, 'Primeira', 'Segunda'])
})

test('an unlisted visit ends like any that is offline, and its name is told to nobody', async () => {
  const { bar, ana, bia } = await anaIsOffline()
  await bar.admit('Outra', { phone: PHONE })
  await bar.sql('UPDATE bar_profiles SET expires_at = 1 WHERE is_unlisted = 1')
  await bar.sleep()
  const board = await sectionOf(bar)
  await bar.ring()
  expect(await bia.page.event('left')).toEqual({ kind: 'left', personId: ana.id, name: '' })
  await seen(() => board.all('changes').some(({ gone }) => gone.includes(ana.id)))
  expect(board.all('changes').flatMap(({ left }) => left)).toEqual([])
})

test('an unlisted profile is not counted among those whom the staff would end', async () => {
  const { bar, ana } = await anaIsOffline()
  await bar.admit('Outra', { phone: PHONE, network: 'a laptop' })
  await bar.sql("UPDATE bar_profiles SET network = 'a laptop' WHERE id = ?", ana.id)
  const outra = (await bar.room.readSection({ accountId: '', role: 'owner' })).people.find(
    ({ name }) => name === 'Outra',
  )
  const { total } = await bar.room.counts()
  expect(await bar.room.countPeople()).toBe(total)
  expect(await bar.room.countNetwork(outra?.id ?? '', 'the bar')).toMatchObject({ people: 1 })
  expect(await bar.room.clear()).toEqual({ ok: true, people: total })
  await bar.ring()
  await bar.erased()
})

const lookUp = async (bar: Bar, phone: string, network: string, wideNetwork?: string) => {
  const options = { phone, network, wideNetwork: wideNetwork ?? null }
  const answer = await bar.enter(new Person(bar, 'X'), options)
  return answer.ok ? answer.entered.recovered : answer.code
}

test('T2 a try is counted before anybody is looked for: ten a network, 200 a bar, through a sleep', async () => {
  const bar = await Bar.open()
  const enter = (network: string, phone = PHONE) => lookUp(bar, phone, network)
  const offline = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) {
      await setOffline(bar, await bar.admit('Ana', { phone: PHONE, network: `of ${turn}` }))
    }
    // A visit without a first page would end within the hour.
    await bar.sql('UPDATE bar_profiles SET last_seen = entered_at + 1')
  }
  // Unknown phones use up the tries.
  for (let turn = 0; turn < LIMITS.phoneTriesPerNetwork; turn += 1) {
    await enter('one', `+55119000000${String(turn).padStart(2, '0')}`)
  }
  await offline(2)
  expect(await enter('one')).toBeNull()
  await bar.sleep()
  expect(await enter('one')).toBeNull()
  expect(await enter('another')).toBe('phone')

  for (let turn = LIMITS.phoneTriesPerNetwork + 1; turn < LIMITS.phoneTriesPerBar; turn += 1) {
    await enter(`network ${turn}`, `+5511800000${String(turn).padStart(3, '0')}`)
  }
  await offline(1)
  expect(await enter('the last')).toBeNull()
  passTime(3_600_000)
  expect(await enter('one')).toBe('phone')
})

test('T2 the networks of one /48 look up four times as many phones together as one of them', async () => {
  const bar = await Bar.open()
  await setOffline(bar, await bar.admit('Ana', { phone: PHONE }))
  for (let turn = 0; turn < LIMITS.wideNetworkTimes * LIMITS.phoneTriesPerNetwork; turn += 1) {
    const phone = `+55119000000${String(turn).padStart(2, '0')}`
    await lookUp(bar, phone, `network ${turn % 8}`, 'a /48')
  }
  expect(await lookUp(bar, PHONE, 'network 8', 'a /48')).toBeNull()
  expect(await lookUp(bar, PHONE, 'network 9', 'another /48')).toBe('phone')
})

test('T2 a phone need not be unique: taking another’s by editing reveals and changes nothing', async () => {
  const { bar, ana } = await anaIsOffline()
  const caio = await bar.admit('Caio')
  for (const phone of [PHONE, '+5511900000001', PHONE]) {
    expect(await bar.room.edit(caio.visit, { phone })).toMatchObject({
      ok: true,
      person: { phone },
    })
  }
  expect((await caio.look()).total).toBe(3)
  expect((await ana.look()).you).toMatchObject({
    name: 'Ana',
    phone: PHONE,
  })
})

test('a device key with its phone recovers the whole profile, its earlier secrets and its photo', async () => {
  const { bar, ana, bia } = await anaIsOffline()
  for (const name of ['Ana Luíza', 'Ana Lu']) {
    const tab = new Person(bar, name)
    const { device } = ana
    expect(await bar.enter(tab, { phone: PHONE, device })).toMatchObject({ ok: true })
    expect(tab.entered).toMatchObject({
      person: { id: ana.id, name, photo: PHOTO },
      deviceKey: ana.entered.deviceKey,
      mark: null,
      recovered: 'key',
    })
    expect((await ana.look()).you.name).toBe(name)
    expect(await bar.textsFor(ana, bia)).toEqual(['antes'])
    expect(await bar.textsFor(tab, bia)).toEqual(['antes'])
  }
  expect(await bar.room.recognise(ana.device)).toMatchObject({ name: 'Ana Lu' })
})

test('T3 a device key recovers only its own profile with its own phone', async () => {
  const { bar, ana } = await anaIsOffline()
  const { device } = ana
  for (const phone of ['+5511900000001', undefined]) {
    const second = await bar.admit('Outra', { device, ...(phone && { phone }) })
    expect(second.entered).toMatchObject({ recovered: null, person: { name: 'Outra' } })
    expect(second.id).not.toBe(ana.id)
    expect(second.device.mark).toBe(device.mark)
  }
})

test('T3 a repeated attempt is the same person with a secret of its own, and another after that visit', async () => {
  const [bar, ana, bia] = await Bar.admitted('Ana', 'Bia')
  const again = new Person(bar, 'Ana', ana.attempt)
  await bar.enter(again)
  expect(again.id).toBe(ana.id)
  expect(again.entered).toMatchObject({ recovered: null, mark: ana.entered.mark })
  expect(again.secretHash).not.toBe(ana.secretHash)
  await ana.look()
  await again.look()

  await bar.leave(ana)
  const later = new Person(bar, 'Ana', ana.attempt)
  await bar.enter(later)
  expect(await bar.room.continueAs(ana.device)).toMatchObject({ code: 'person_not_found' })
  for (const one of [later, bia]) await bar.leave(one)
  await bar.erased()
  const last = new Person(bar, 'Ana', ana.attempt)
  await bar.enter(last)
  for (const { device } of [ana, later]) {
    expect(await bar.room.recognise(device)).toMatchObject({ code: 'person_not_found' })
  }
  expect(new Set([ana.id, later.id, last.id]).size).toBe(3)
})

/** Ana has written to Bia and closed her page for good. */
async function anaIsOffline() {
  const bar = await Bar.open()
  const ana = await bar.seat('Ana', { phone: PHONE, photo: PHOTO })
  const bia = await bar.seat('Bia')
  await ana.deliver(bia, 'antes')
  await ana.close(CLOSE.pageClosed)
  await setOffline(bar, ana)
  return { bar, ana, bia }
}

async function setOffline(bar: Bar, ...people: Person[]): Promise<void> {
  for (const person of people) await bar.set(person, 'online_until', 1)
}
