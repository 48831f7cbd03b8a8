import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { Guest, Venue } from '#test/cast/guest.ts'
import { stopClock } from '#test/support/stopped-clock.ts'

beforeEach(stopClock)

const PHONE = '+5511987654321'

test('T1 an online profile is not had by its phone, and stays as it was', async () => {
  const venue = await Venue.open()
  const ana = await venue.admit('Ana', { phone: PHONE })
  await ana.connect()
  const before = await rowOf(venue, ana)
  const thief = new Guest(venue, 'Ladra')
  expect(await venue.enter(thief, { phone: PHONE })).toEqual({ ok: false, code: 'profile_online' })
  expect(await rowOf(venue, ana)).toEqual(before)
})

test('T1 with the phone alone no earlier message is read, and the partner is told', async () => {
  const { venue, ana, bia } = await anaIsOffline()
  const second = await takeOver(venue, ana)
  const page = await second.connect()
  const { conversations, you } = await page.get('snapshot')
  expect([conversations, you.name, you.phone]).toEqual([[], 'Outra', PHONE])
  expect(await historyOf(venue, second, bia)).toEqual([])
  expect(await bia.page.get('otherDevice')).toMatchObject({ personId: ana.id })

  bia.say(ana, 'é você?')
  expect(await page.get('message')).toMatchObject({ message: { text: 'é você?' }, unread: 1 })
  second.say(bia, 'sou eu')
  const { message } = await bia.page.get('message', ({ message: { text } }) => text === 'sou eu')
  expect(message.otherDevice).toBe(true)
  expect(await historyOf(venue, second, bia)).toEqual(['é você?', 'sou eu'])
})

test('T1 the maker’s secret always wins back: what stood before is there, the other is out', async () => {
  const { venue, ana, bia } = await anaIsOffline()
  const second = await takeOver(venue, ana)
  const stolen = await second.connect()
  bia.say(ana, 'oi?')
  await stolen.get('message')
  second.page.send({ type: 'read', personId: bia.id, through: 99 })
  second.say(bia, 'fui eu')
  await bia.page.get('message', ({ message: { text } }) => text === 'fui eu')

  const back = await ana.connect()
  await stolen.until(() => stolen.closed)
  expect(stolen.closed?.code).toBe(CLOSE.takenBack)
  const { you, conversations } = await back.get('snapshot')
  expect(you).toMatchObject({ name: 'Ana', table: '7', phone: PHONE })
  expect(conversations).toEqual([{ personId: bia.id, unread: 1, otherDeviceSince: null }])
  expect(await historyOf(venue, ana, bia)).toEqual(['antes', 'oi?', 'fui eu'])
  await bia.page.get('otherDevice', ({ since }) => since === null)

  const again = await second.connect()
  await again.until(() => again.closed)
  expect(again.closed?.code).toBe(CLOSE.unknownVisit)
})

test.for(['is taken back from', 'leaves'] as const)(
  'T1 how far the other device had read is not for the maker, when it %s',
  async (how) => {
    const { venue, ana, bia } = await anaIsOffline()
    const second = await takeOver(venue, ana)
    const stolen = await second.connect()
    for (const text of ['um', 'dois', 'três']) bia.say(ana, text)
    await stolen.until(() => stolen.all('message').length === 3)
    // The second cursor within ten seconds is one that only its socket carries.
    for (const through of [2, 4]) {
      stolen.send({ type: 'read', personId: bia.id, through })
      await stolen.get('read', (frame) => frame.through === through)
    }
    if (how === 'leaves') {
      await venue.room.startLeaving(second.visit)
      await stolen.until(() => stolen.closed)
      await scheduler.wait(50)
    }
    const back = await ana.connect()
    await stolen.until(() => stolen.closed)
    const unread = [{ personId: bia.id, unread: 3 }]
    expect((await back.get('snapshot')).conversations).toMatchObject(unread)
    await scheduler.wait(50)
    await venue.sleep()
    expect((await (await ana.connect()).get('snapshot')).conversations).toMatchObject(unread)
  },
)

test('who came in by phone alone and leaves closes no page of the maker’s', async () => {
  const venue = await Venue.open()
  const ana = await venue.admit('Ana', { phone: PHONE })
  await ana.connect()
  // Whatever the room was still doing would write what it remembers over this.
  await venue.sleep()
  // A phone in a lift, whose silence no alarm has found yet.
  await runInDurableObject(venue.room, async (_, state) => {
    for (const socket of state.getWebSockets(ana.id)) {
      const acceptedAt = Date.now() - TIMINGS.heardWithinMs - 1
      socket.serializeAttachment({ ...socket.deserializeAttachment(), acceptedAt })
    }
    state.storage.sql.exec('UPDATE bar_profiles SET online_until = 1')
    await state.storage.deleteAlarm()
  })
  await venue.sleep()
  const second = await takeOver(venue, ana)
  const stolen = await second.connect()
  await venue.room.startLeaving(second.visit)
  await stolen.until(() => stolen.closed)
  expect(ana.page.all('ended')).toEqual([])
  await ana.page.settle()
  expect(ana.page.closed).toBeNull()
})

test('T1 any sign of the maker takes back, on an already open socket within one message', async () => {
  const { venue, ana, bia } = await anaIsOffline()
  const second = await takeOver(venue, ana)
  const page = await second.connect()
  expect(await venue.room.history(ana.visit, bia.id, {})).toMatchObject({ ok: true })
  second.say(bia, 'ainda eu?')
  await page.until(() => page.closed)
  await bia.page.settle()
  expect(bia.page.all('message').some(({ message }) => message.text === 'ainda eu?')).toBe(false)
})

test('the device key recovers fully, online or not, and keeps every earlier secret', async () => {
  const { venue, ana, bia } = await anaIsOffline()
  const device = { personId: ana.id, name: 'of Ana' }
  const tab = new Guest(venue, 'Ana Luíza')
  const entered = await venue.enter(tab, { phone: PHONE, device })
  if (!entered.ok || !entered.secret) throw new Error('not recovered')
  expect(entered.person).toMatchObject({ id: ana.id, name: 'Ana Luíza' })

  const page = await ana.connect()
  expect((await page.get('snapshot')).you.name).toBe('Ana Luíza')
  expect(await historyOf(venue, ana, bia)).toEqual(['antes'])
  const continued = await venue.room.continueAs(ana.id)
  expect(continued).toMatchObject({ ok: true, person: { id: ana.id } })
  expect(await venue.room.recognise(ana.id)).toMatchObject({ name: 'Ana Luíza' })
  expect(await venue.room.recognise(crypto.randomUUID())).toMatchObject({ ok: false })
})

test('R4 a recovery and its undoing live through the room’s sleep', async () => {
  const { venue, ana, bia } = await anaIsOffline()
  const second = await takeOver(venue, ana)
  await venue.sleep()
  expect(await historyOf(venue, second, bia)).toEqual([])
  await venue.sleep()
  expect(await historyOf(venue, ana, bia)).toEqual(['antes'])
  expect(await venue.room.history(second.visit, bia.id, {})).toMatchObject({ ok: false })
})

test('who came in by phone alone and leaves erases nothing', async () => {
  const { venue, ana, bia } = await anaIsOffline()
  const second = await takeOver(venue, ana)
  const page = await second.connect()
  await venue.room.startLeaving(second.visit)
  expect(await page.get('ended')).toMatchObject({ erased: { profiles: 0, messages: 0 } })
  await runDurableObjectAlarm(venue.room)
  expect(await historyOf(venue, ana, bia)).toEqual(['antes'])
})

test('T2 a device may try five phones of others an hour, a bar thirty, and sleep forgets none', async () => {
  const venue = await Venue.open()
  const ana = await venue.admit('Ana', { phone: PHONE })
  await ana.connect()
  const attempt = async (name: string) => {
    const answer = await venue.enter(new Guest(venue, 'X'), {
      phone: PHONE,
      device: { personId: null, name },
    })
    return answer.ok ? 'in' : answer.code
  }
  const answers: string[] = []
  for (let turn = 0; turn < 8; turn += 1) answers.push(await attempt('one device'))
  await venue.sleep()
  answers.push(await attempt('one device'))
  expect(answers.filter((code) => code === 'profile_online')).toHaveLength(
    LIMITS.phoneTriesPerDevice,
  )
  expect(answers.slice(LIMITS.phoneTriesPerDevice)).toEqual(Array(4).fill('rate_limited'))

  const many: string[] = []
  for (let turn = 0; turn < 40; turn += 1) many.push(await attempt(`device ${turn}`))
  expect(many.filter((code) => code === 'profile_online')).toHaveLength(
    LIMITS.phoneTriesPerBar - LIMITS.phoneTriesPerDevice,
  )
})

test('T2 taking somebody’s phone by editing is a try with the same answers', async () => {
  const venue = await Venue.open()
  await venue.admit('Ana', { phone: PHONE })
  const bia = await venue.admit('Bia')
  const answers: string[] = []
  for (let turn = 0; turn < 7; turn += 1) {
    const answer = await venue.room.edit(bia.visit, { phone: PHONE }, 'Bia')
    answers.push(answer.ok ? 'in' : answer.code)
  }
  expect(answers).toEqual([
    ...Array(LIMITS.phoneTriesPerDevice).fill('profile_online'),
    'rate_limited',
    'rate_limited',
  ])
})

test('T2 whose tries are used up is answered alike for every phone, and so learns of none', async () => {
  const venue = await Venue.open()
  await venue.admit('Ana', { phone: PHONE })
  const bia = await venue.admit('Bia')
  const edit = async (phone: string | null) => {
    const answer = await venue.room.edit(bia.visit, { phone }, 'of Bia')
    return answer.ok ? 'done' : answer.code
  }
  expect(await edit('+5511900000001')).toBe('done')
  for (let turn = 0; turn < LIMITS.phoneTriesPerDevice; turn += 1) {
    expect(await edit(PHONE)).toBe('profile_online')
  }
  expect([await edit(PHONE), await edit('+5511900000002')]).toEqual([
    'rate_limited',
    'rate_limited',
  ])
  expect([await edit('+5511900000001'), await edit(null)]).toEqual(['done', 'done'])
})

test('T1 who came in by phone alone cannot move the profile to another phone', async () => {
  const { venue, ana } = await anaIsOffline()
  const second = await takeOver(venue, ana)
  expect(await venue.room.edit(second.visit, { phone: '+5511900000000' }, 'x')).toEqual({
    ok: false,
    code: 'profile_online',
  })
  expect(await venue.room.recognise(ana.id)).toMatchObject({ name: 'Ana' })
  expect(await venue.room.edit(second.visit, { name: 'X' }, 'x')).toMatchObject({ ok: false })
})

test('T25 a profile that is recovered over and over takes no more photos than an edited one', async () => {
  const { venue, ana } = await anaIsOffline()
  const device = { personId: ana.id, name: 'of Ana' }
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
  await runInDurableObject(venue.room, (_, { storage }) => {
    storage.sql.exec('UPDATE bar_profiles SET online_until = 1 WHERE id = ?', ana.id)
  })
  await venue.sleep()
  return { venue, ana, bia }
}

/** Somebody who types Ana's phone on a device of their own. */
async function takeOver(venue: Venue, ana: Guest): Promise<Guest> {
  const second = new Guest(venue, 'Outra')
  const entered = await venue.enter(second, { phone: PHONE })
  if (!entered.ok || !entered.secret) throw new Error('not recovered')
  expect(entered.person.id).toBe(ana.id)
  return second.as(ana.id, entered.secret)
}

async function historyOf(venue: Venue, reader: Guest, partner: Guest) {
  const answer = await venue.room.history(reader.visit, partner.id, {})
  return answer.ok ? answer.history.messages.map(({ text }) => text) : answer.code
}

function rowOf(venue: Venue, { id }: Guest) {
  return runInDurableObject(venue.room, (_, { storage }) =>
    storage.sql.exec('SELECT * FROM bar_profiles WHERE id = ?', id).one(),
  )
}
