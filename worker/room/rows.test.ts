import { beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { aSubscriber } from '#test/fakes/push-service.ts'
import { noteFigures } from '#test/worker/figures.ts'
import { fillBar } from '#test/worker/full-bar.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { countRows } from '#test/worker/room-rows.ts'
import { seen } from '#test/worker/seen.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { mintMediaKey } from '#worker/media/keys.ts'
import { Monitor } from '#worker/monitor/monitor.ts'
import { NoticeSender } from '#worker/notices/notice-sender.ts'

beforeEach(stopClock)

test('B5 a message is one row written and one erased, the first of a conversation two more', async (context) => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const rows = await countRows(bar)
  const written: number[] = []
  for (let turn = 0; turn < 20; turn += 1) {
    await (turn % 2 ? bia.store(ana, 'oi') : ana.store(bia, 'oi'))
    written.push((await rows.take()).written)
  }
  expect(written).toEqual([3, ...Array(19).fill(1)])
  await rows.take()
  await bar.leave(ana)
  // The profile is one more.
  const erased = (await rows.take()).written - 1
  expect(erased).toBe(22)
  noteFigures(context, {
    'rows written, first message of a conversation': written[0] ?? -1,
    'rows written, each further message': written[1] ?? -1,
    'rows erased, a conversation of 20 messages': erased,
  })
})

test('B5 a call for help writes its row and two of the bar, its repeat none, an answer one', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  // The monitor's own rows would be counted too.
  await bar.pushed(1, 1)
  vi.spyOn(Monitor.prototype, 'pushCalls').mockResolvedValue()
  const rows = await countRows(bar)
  const id = crypto.randomUUID()
  await bar.room.callHelp(ana.visit, { id, kind: 'unwell' })
  await seen(async () => (await bar.sql('SELECT 1 FROM room WHERE pushed_calls = 1')).length > 0)
  // When newcomers rang, and what the monitor knows.
  expect(await rows.take()).toMatchObject({ written: 1, ofBar: { written: 2 }, d1: 0 })
  await bar.room.callHelp(ana.visit, { id, kind: 'unwell' })
  expect(await rows.take()).toMatchObject({ written: 0, d1: 0 })
  await bar.room.answerHelp(ana.id, id, 'coming', null)
  expect(await rows.take()).toMatchObject({ written: 1, d1: 0 })
})

test('B5 the last fifty of 100,000 messages are read in at most fifty-one rows', async (context) => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bar.write(ana, bia, 100_000)
  // The first look after a sleep also learns what the conversation's state is.
  await ana.page.history(bia.id)
  const rows = await countRows(bar)
  const answer = await ana.page.history(bia.id)
  expect(answer).toMatchObject({ messages: { length: LIMITS.historyPage }, hasMore: true })
  expect(answer.type === 'history' && answer.messages.at(-1)?.number).toBe(100_000)
  const { read } = await rows.take()
  noteFigures(context, { 'rows read, the last 50 of 100,000 messages': read })
  expect(read).toBeLessThanOrEqual(51)
})

test('B5 a visit with one time offline writes three rows, none in D1, and one more each further time', async (context) => {
  const bar = await Bar.open()
  // The first visit creates the room's tables and lists the bar at the monitor.
  await bar.seat('Zeca')
  const rows = await countRows(bar)
  let ofBar = 0
  const take = async () => {
    const taken = await rows.take()
    ofBar += taken.ofBar.written
    return taken
  }
  const ana = await bar.admit('Ana')
  expect(await take()).toMatchObject({ written: 1, d1: 0 })

  await ana.connect()
  expect(await take()).toMatchObject({ written: 0, d1: 0 })
  for (const _ of ['the first time', 'a further time']) {
    await ana.close()
    await ana.connect()
    expect(await take()).toMatchObject({ written: 1, d1: 0 })
  }

  await bar.leave(ana)
  await ana.page.get('ended')
  expect(await take()).toMatchObject({ written: 1, d1: 0 })
  noteFigures(context, {
    'rows written, making a profile': 1,
    'rows written, each time offline and back': 1,
    'rows written, leaving': 1,
    'rows written of the bar as a whole in that time': ofBar,
  })
  // The visit ended within its hour, whose row counts it. The alarm writes the peak.
  expect(ofBar).toBe(1)
})

test('B5 a visit’s photo is one row more to note that it is to be erased, and one to forget that', async (context) => {
  const [bar] = await Bar.seated('Zeca')
  const ana = new Person(bar, 'Ana')
  await bar.enter(ana, { photo: `/media/${mintMediaKey('profiles', 'image/webp')}` })
  const rows = await countRows(bar)
  await bar.leave(ana)
  await bar.photosErased()
  const { written, d1 } = await rows.take()
  noteFigures(context, { 'rows written, the end of a visit with a photo': written })
  expect([written, d1]).toEqual([3, 0])
})

test('B5 a read position that moves is one row written, and one that stays none', async (context) => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bia.store(ana, 'oi')
  for (let number = 2; number <= 3; number += 1) await ana.deliver(bia, `${number}`)
  const rows = await countRows(bar)
  const written: number[] = []
  for (const through of [2, 3, 3, 1]) {
    bia.page.send({ type: 'read', personId: ana.id, through })
    await bia.page.settle()
    written.push((await rows.take()).written)
  }
  noteFigures(context, { 'rows written, a read position that moves': written[0] ?? -1 })
  expect(written).toEqual([1, 1, 0, 0])
})

test('B5 a notice is one row written for a conversation, and none without a subscription', async (context) => {
  vi.spyOn(NoticeSender.prototype, 'send').mockResolvedValue('done')
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  bia.page.send({ type: 'hidden' })
  const say = async () => {
    await ana.deliver(bia, 'oi')
    await ana.page.settle()
    return (await rows.take()).written
  }
  await bia.deliver(ana, 'oi')
  const rows = await countRows(bar)
  const without = await say()
  const { subscription } = await aSubscriber('https://fcm.googleapis.com/fcm/send/x')
  const subscribe = () => bar.room.subscribe(bia.visit, { ...subscription, site: 'https://x.test' })
  await subscribe()
  const kept = (await rows.take()).written
  await subscribe()
  const again = (await rows.take()).written
  const [first, next] = [await say(), await say()]
  noteFigures(context, {
    'rows written, keeping a push subscription': kept,
    'rows written, a message to a hidden page with a notice': first,
    'rows written, each further one of that conversation': next,
  })
  expect([without, kept, again, first, next]).toEqual([1, 1, 0, 2, 1])
})

test('B5 a conversation that is folded away is one row written, once', async (context) => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await ana.deliver(bia, 'oi')
  const rows = await countRows(bar)
  const fold = async () => {
    bia.page.send({ type: 'fold', personId: ana.id })
    await bia.page.settle()
    return (await rows.take()).written
  }
  const written = [await fold(), await fold()]
  await ana.store(bia, 'e aí?')
  written.push((await rows.take()).written)
  await bia.store(ana, 'oi!')
  written.push((await rows.take()).written)
  noteFigures(context, { 'rows written, folding a conversation away': written[0] ?? -1 })
  expect(written).toEqual([1, 0, 1, 1])
})

test.for([10, 100, 1_000, 5_000])(
  'B5 coming in and saying something costs as few rows among %i people as among ten',
  async (count, context) => {
    const [bar, ana] = await Bar.seated('Ana')
    await fillBar(bar, count)
    // A wake reads the people of the bar once.
    const bia = await bar.admit('Bia')
    const rows = await countRows(bar)
    await bar.admit('Caio')
    const toEnter = await rows.take()
    await bar.admit('Davi', { phone: '+5511922222222' })
    const withPhone = await rows.take()
    await ana.store(bia, 'oi')
    const toSay = await rows.take()
    noteFigures(context, {
      [`rows written, coming in among ${count}`]: toEnter.written,
      [`rows read, coming in among ${count}`]: toEnter.read,
      [`rows written, coming in with a phone among ${count}`]: withPhone.written,
      [`rows read, coming in with a phone among ${count}`]: withPhone.read,
      [`rows written, a first message among ${count}`]: toSay.written,
      [`rows read, a first message among ${count}`]: toSay.read,
    })
    expect([toEnter.written, toEnter.d1, toSay.written, toSay.d1]).toEqual([1, 0, 3, 0])
    expect(toEnter.read).toBeLessThanOrEqual(20)
    // The try is a row of its own, and all people are searched for the phone once.
    expect(withPhone.written).toBe(2)
    expect(withPhone.read).toBeLessThanOrEqual(count + 20)
    expect(toSay.read).toBeLessThanOrEqual(20)
  },
)
