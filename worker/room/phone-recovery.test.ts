import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { dumpOf, FaultyStorage } from '#test/worker/faulty-storage.ts'
import { Guest, Venue } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

const PHONE = '+5511987654321'

test('T1 a phone alone makes an ordinary new person, whether its owner is online or not', async () => {
  const { venue, ana, bia } = await anaIsOffline()
  const other = await venue.admit('Outra', { phone: PHONE })
  expect(other.entered).toMatchObject({ recovered: 'phone', person: { name: 'Outra' } })
  expect(other.id).not.toBe(ana.id)
  const { conversations } = await (await other.connect()).get('snapshot')
  expect(conversations).toEqual([])
  expect(await historyOf(venue, other, bia)).toEqual([])

  const third = await venue.admit('Mais uma', { phone: PHONE })
  expect(third.entered.recovered).toBeNull()
  expect(await historyOf(venue, third, bia)).toEqual([])
  expect(await historyOf(venue, ana, bia)).toEqual(['antes'])
})

test('an unlisted person is in no page, search or count, and no event says that they left', async () => {
  const { venue, ana, bia } = await anaIsOffline()
  const caio = await venue.seat('Caio')
  const { total } = await caio.page.get('snapshot')
  await venue.admit('Outra', { phone: PHONE })
  const events = await caio.page.get('events', (frame) =>
    frame.events.some(({ kind }) => kind === 'aside'),
  )
  expect(events.events.map(({ kind }) => kind)).toEqual(['aside', 'entered'])
  expect(events.total).toBe(total)

  const page = await (await venue.seat('Davi')).page.get('snapshot')
  expect(page.people.map(({ name }) => name).sort()).toEqual(['Bia', 'Caio', 'Outra'])
  expect(page.total).toBe(4)
  caio.page.send({ type: 'search', text: 'Ana' })
  expect((await caio.page.get('found')).people).toEqual([])
  caio.page.send({ type: 'find', personId: ana.id })
  expect((await caio.page.get('found', ({ asked }) => asked === ana.id)).people).toEqual([])
  const watched = await venue.room.watch(Date.now() + 1_000, 0)
  expect(watched.people?.map(({ name }) => name).sort()).toEqual(['Bia', 'Caio', 'Davi', 'Outra'])
  for (const { page: told } of [bia, caio]) {
    expect(told.events().filter(({ kind }) => kind === 'left')).toEqual([])
  }
})

test('R4 a partner keeps the conversation with an unlisted person, and sees them offline', async () => {
  const { venue, ana, bia } = await anaIsOffline()
  await venue.admit('Outra', { phone: PHONE })
  await venue.sleep()
  const page = await bia.connect()
  const { people, conversations } = await page.get('snapshot')
  expect(people.find(({ id }) => id === ana.id)).toMatchObject({ name: 'Ana', online: false })
  expect(conversations).toMatchObject([{ personId: ana.id }])
  page.send({ type: 'find', personId: ana.id })
  expect((await page.get('found')).people).toMatchObject([{ id: ana.id }])
  bia.say(ana, 'espero você')
  await page.get('stored')
  expect(await historyOf(venue, ana, bia)).toEqual(['antes', 'espero você'])
})

test('the own page lists a person again by an ordinary presence event, and learns of it until it confirms that', async () => {
  const { venue, ana } = await anaIsOffline()
  const caio = await venue.seat('Caio')
  await venue.admit('Outra', { phone: PHONE })
  await venue.sleep()
  const back = await ana.connect()
  expect(await back.get('snapshot')).toMatchObject({ phoneUsed: true, total: 4 })
  await caio.page.until(() => caio.page.events().at(-1)?.kind === 'presence')
  expect(caio.page.events().at(-1)).toMatchObject({ person: { id: ana.id, online: true } })
  // The answer may be lost with its socket.
  await venue.sleep()
  const again = await ana.connect()
  expect(await again.get('snapshot')).toMatchObject({ phoneUsed: true })
  again.send({ type: 'confirm', frames: 1 })
  await again.settle()
  await venue.sleep()
  expect(await (await ana.connect()).get('snapshot')).not.toHaveProperty('phoneUsed')
  const { people } = await (await caio.connect()).get('snapshot')
  expect(people.filter(({ id }) => id === ana.id)).toHaveLength(1)
})

test('the device key lists a person again, and the next page learns of it', async () => {
  const { venue, ana } = await anaIsOffline()
  await venue.admit('Outra', { phone: PHONE })
  const caio = await venue.seat('Caio')
  const answer = await venue.room.continueAs(ana.device)
  expect(answer).toMatchObject({ ok: true, entered: { person: { id: ana.id }, recovered: 'key' } })
  await caio.page.until(() => caio.page.events().at(-1)?.kind === 'presence')
  expect(caio.page.events().at(-1)).toMatchObject({ person: { id: ana.id, online: true } })
  expect(await (await ana.connect()).get('snapshot')).toMatchObject({ phoneUsed: true })
})

test('any call of the own visit lists a person again', async () => {
  const { venue, ana } = await anaIsOffline()
  await venue.admit('Outra', { phone: PHONE })
  const caio = await venue.seat('Caio')
  expect(await venue.room.edit(ana.visit, { table: '9' })).toMatchObject({ ok: true })
  await caio.page.until(() => caio.page.events().some(({ kind }) => kind === 'changed'))
  const events = caio.page.events().slice(-2)
  expect(events).toMatchObject([
    { kind: 'presence', person: { id: ana.id, online: false } },
    { kind: 'changed', person: { id: ana.id, table: '9' } },
  ])
})

test('of several people with one phone the newest that is offline is unlisted, and none that is leaving', async () => {
  const venue = await Venue.open()
  const names = ['Primeira', 'Segunda', 'Terceira', 'Quarta']
  const people: Guest[] = []
  for (const name of names) {
    passTime(1_000)
    people.push(await venue.admit(name, { phone: PHONE }))
  }
  const [first, second, third, fourth] = people as [Guest, Guest, Guest, Guest]
  await setOffline(venue, first, second, fourth)
  await venue.room.startLeaving(fourth.visit)
  await third.connect()
  const unlistedAfter = async () => {
    const { entered } = await venue.admit('Outra', { phone: PHONE })
    const rows = await runInDurableObject(venue.room, (_, { storage }) =>
      storage.sql.exec('SELECT name FROM bar_profiles WHERE is_aside = 1 ORDER BY name').toArray(),
    )
    return [entered.recovered, ...rows.map(({ name }) => name)]
  }
  expect(await unlistedAfter()).toEqual(['phone', 'Segunda'])
  expect(await unlistedAfter()).toEqual(['phone', 'Primeira', 'Segunda'])
  expect(await unlistedAfter()).toEqual([null, 'Primeira', 'Segunda'])
})

test('an unlisted visit ends like any that is offline', async () => {
  const { venue, bia } = await anaIsOffline()
  await venue.admit('Outra', { phone: PHONE })
  await runInDurableObject(venue.room, (_, { storage }) => {
    storage.sql.exec('UPDATE bar_profiles SET expires_at = 1 WHERE is_aside = 1')
  })
  await venue.sleep()
  await runDurableObjectAlarm(venue.room)
  await bia.page.until(() => bia.page.events().some(({ kind }) => kind === 'left'))
})

test('T2 a try is counted before anybody is looked for: ten a network, 200 a bar, through a sleep', async () => {
  const venue = await Venue.open()
  const enter = async (network: string, phone: string) => {
    const answer = await venue.enter(new Guest(venue, 'X'), { network, phone })
    return answer.ok ? answer.entered.recovered : answer.code
  }
  // Phones that nobody has use up the tries.
  for (let turn = 0; turn < LIMITS.phoneTriesPerNetwork; turn += 1) {
    await enter('one', `+55119000000${String(turn).padStart(2, '0')}`)
  }
  await offline(venue, 2)
  expect(await enter('one', PHONE)).toBeNull()
  await venue.sleep()
  expect(await enter('one', PHONE)).toBeNull()
  expect(await enter('another', PHONE)).toBe('phone')

  for (let turn = LIMITS.phoneTriesPerNetwork + 1; turn < LIMITS.phoneTriesPerBar; turn += 1) {
    await enter(`network ${turn}`, `+5511800000${String(turn).padStart(3, '0')}`)
  }
  await offline(venue, 1)
  expect(await enter('the last', PHONE)).toBeNull()
  passTime(3_600_000)
  expect(await enter('one', PHONE)).toBe('phone')

  async function offline(venue: Venue, count: number): Promise<void> {
    for (let turn = 0; turn < count; turn += 1) {
      await setOffline(venue, await venue.admit('Ana', { phone: PHONE, network: `of ${turn}` }))
    }
  }
})

test('T2 a phone need not be unique: taking another’s by editing reveals and changes nothing', async () => {
  const { venue, ana } = await anaIsOffline()
  const caio = await venue.admit('Caio')
  for (const phone of [PHONE, '+5511900000001', PHONE]) {
    expect(await venue.room.edit(caio.visit, { phone })).toMatchObject({
      ok: true,
      person: { phone },
    })
  }
  const { total } = await (await caio.connect()).get('snapshot')
  expect(total).toBe(3)
  expect((await (await ana.connect()).get('snapshot')).you).toMatchObject({
    name: 'Ana',
    phone: PHONE,
  })
})

test('the device key with its phone recovers whole, online or not, and keeps every earlier secret', async () => {
  const { venue, ana, bia } = await anaIsOffline()
  for (const name of ['Ana Luíza', 'Ana Lu']) {
    const tab = new Guest(venue, name)
    const { device } = ana
    expect(await venue.enter(tab, { phone: PHONE, device })).toMatchObject({ ok: true })
    expect(tab.entered).toMatchObject({
      person: { id: ana.id, name, photo: null },
      deviceKey: ana.entered.deviceKey,
      mark: ana.entered.mark,
      recovered: 'key',
    })
    expect((await (await ana.connect()).get('snapshot')).you.name).toBe(name)
    expect(await historyOf(venue, ana, bia)).toEqual(['antes'])
    expect(await historyOf(venue, tab, bia)).toEqual(['antes'])
  }
  expect(await venue.room.recognise(ana.device)).toMatchObject({ name: 'Ana Lu' })
})

test('with the device key and another phone, or none, a second profile is made', async () => {
  const { venue, ana } = await anaIsOffline()
  const { device } = ana
  for (const phone of ['+5511900000001', undefined]) {
    const second = await venue.admit('Outra', { device, ...(phone && { phone }) })
    expect(second.entered).toMatchObject({ recovered: null, person: { name: 'Outra' } })
    expect(second.id).not.toBe(ana.id)
    expect(second.device.mark).toBe(device.mark)
  }
})

test('a recovery keeps the old photo where none is given', async () => {
  const venue = await Venue.open()
  const photo = '/media/profiles/old.webp'
  const ana = await venue.admit('Ana', { phone: PHONE, photo })
  const tab = await venue.admit('Ana', { phone: PHONE, device: ana.device })
  expect(tab.entered.person.photo).toBe(photo)
})

test('T3 a device key is of one life of a profile: another moment under the same id is nobody', async () => {
  const venue = await Venue.open()
  const ana = await venue.admit('Ana', { phone: PHONE })
  const former = { ...ana.device, madeAt: ana.device.madeAt - 1 }
  const refused = { ok: false, code: 'person_not_found' }
  expect(await venue.room.recognise(former)).toEqual(refused)
  expect(await venue.room.continueAs(former)).toEqual(refused)
  const entered = await venue.admit('Outra', { phone: PHONE, device: former })
  expect(entered.id).not.toBe(ana.id)
})

test('T3 the same attempt is the same person with a secret of its own, and another one in a new room', async () => {
  const venue = await Venue.open()
  const ana = await venue.admit('Ana')
  const again = new Guest(venue, 'Ana', ana.attempt)
  await venue.enter(again)
  expect(again.id).toBe(ana.id)
  expect(again.entered).toMatchObject({ recovered: null, mark: ana.entered.mark })
  expect(again.secretHash).not.toBe(ana.secretHash)
  await (await ana.connect()).get('snapshot')
  await (await again.connect()).get('snapshot')

  await venue.room.startLeaving(ana.visit)
  expect(await venue.enter(again)).toEqual({ ok: false, code: 'person_not_found' })
  passTime(TIMINGS.leavingMs)
  await runDurableObjectAlarm(venue.room)
  await expect.poll(() => isErased(venue)).toBe(true)
  const later = new Guest(venue, 'Ana', ana.attempt)
  await venue.enter(later)
  expect(later.id).not.toBe(ana.id)
  expect(await venue.room.recognise(ana.device)).toMatchObject({ code: 'person_not_found' })
})

test('T25 a profile that is recovered over and over takes no more photos than an edited one', async () => {
  const { venue, ana } = await anaIsOffline()
  const { device } = ana
  const answers: boolean[] = []
  for (let turn = 0; turn < LIMITS.photosPerHour + 1; turn += 1) {
    const photo = `/media/profiles/${turn}.webp`
    answers.push((await venue.enter(new Guest(venue, 'Ana'), { phone: PHONE, device, photo })).ok)
  }
  expect(answers).toEqual([...Array(LIMITS.photosPerHour).fill(true), false])
})

/** Ana, whose page is closed for good, and Bia, whom she wrote to. */
async function anaIsOffline() {
  const venue = await Venue.open()
  const ana = await venue.admit('Ana', { phone: PHONE })
  await ana.connect()
  const bia = await venue.seat('Bia')
  ana.say(bia, 'antes')
  await bia.page.get('message')
  ana.page.close(CLOSE.pageClosed)
  await ana.page.until(() => ana.page.closed)
  await setOffline(venue, ana)
  return { venue, ana, bia }
}

async function setOffline(venue: Venue, ...people: Guest[]): Promise<void> {
  await runInDurableObject(venue.room, (_, { storage }) => {
    for (const { id } of people) {
      storage.sql.exec('UPDATE bar_profiles SET online_until = 1 WHERE id = ?', id)
    }
  })
  await venue.sleep()
}

async function historyOf(venue: Venue, reader: Guest, partner: Guest) {
  const answer = await venue.room.history(reader.visit, partner.id, {})
  return answer.ok ? answer.history.messages.map(({ text }) => text) : answer.code
}

function isErased(venue: Venue): Promise<boolean> {
  return runInDurableObject(
    venue.room,
    (_, { storage }) =>
      storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'bar_profiles'").toArray()
        .length === 0,
  )
}

test('a found profile that cannot be updated is refused by name, and stays as it was', async () => {
  const venue = await Venue.open()
  const ana = await venue.admit('Ana', { phone: PHONE })
  const rows = () => dumpOf(venue.room, [])
  const before = await rows()
  const storage = new FaultyStorage()
  await storage.standBefore(venue.room)
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  storage.isFull = true
  const options = { phone: PHONE, device: ana.device }
  const again = await venue.enter(new Guest(venue, 'Ana Luíza'), options)
  expect(again).toEqual({ ok: false, code: 'update_failed' })
  storage.isFull = false
  expect(await rows()).toEqual(before)
  expect(log.mock.calls.map(([line]) => JSON.parse(line).event)).toContain('profile_not_updated')
})
