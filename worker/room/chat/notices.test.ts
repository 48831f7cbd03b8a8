import { beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import { aSubscriber } from '#test/fakes/push-service.ts'
import { aReport } from '#test/worker/requests.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import type { Sending } from '#worker/notices/notice-sender.ts'
import { NoticeSender } from '#worker/notices/notice-sender.ts'

beforeEach(stopClock)

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/'

/** The stateless entrypoint, asked by any room of this test. */
const watchSender = (answer: () => Promise<Sending> = async () => 'done') =>
  vi.spyOn(NoticeSender.prototype, 'send').mockImplementation(answer)

type Send = ReturnType<typeof watchSender>

/** A push service that answers once `isDone` is true. */
const answeringWhen =
  <T>(isDone: () => boolean, sending: T) =>
  async () => {
    // A promise alone would be taken for a hang.
    while (!isDone()) await scheduler.wait(5)
    return sending
  }

async function subscribe(bar: Bar, person: Person, name = person.id) {
  const { subscription } = await aSubscriber(ENDPOINT + name)
  const placed = { ...subscription, site: 'https://brinde.example' }
  expect(await bar.room.subscribe(person.visit, placed)).toEqual({ ok: true })
  return placed
}

/** Returns null without a subscription or a person. */
const readKept = async (bar: Bar, person: Person) => (await bar.get(person, 'subscription')) ?? null

test('T61 a person who looks away gets one notice for a conversation until it is opened, without its text', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const send = watchSender()
  const placed = await subscribe(bar, bia)
  await bia.turn('hidden')
  for (const text of ['um segredo', 'outro', 'mais um']) await ana.store(bia, text)
  await expect.poll(() => send.mock.calls.length).toBe(1)
  const path = `/bar/${bar.barId}/chat/${ana.id}`
  expect(send).toHaveBeenCalledWith(placed, { name: 'Ana', path })

  bia.page.send({ type: 'visible' })
  bia.page.send({ type: 'read', personId: ana.id, through: 3 })
  await bia.page.get('read')
  await bia.deliver(ana, 'oi')
  await bia.turn('hidden')
  for (let number = 1; number <= 20; number += 1) {
    await ana.store(bia, `e agora? ${number}`)
    passTime(1_000)
  }
  await expect.poll(() => send.mock.calls.length).toBe(2)
})

test('T61 a person at a page, without a subscription, or who folded or blocked the writer gets no notice', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const send = watchSender()
  await bia.turn('hidden')
  await ana.store(bia, 'sem assinatura')
  await bar.set(bia, 'subscription', '{')
  await ana.store(bia, 'ilegível')
  await subscribe(bar, bia)
  await bia.turn('visible')
  await ana.store(bia, 'à vista')
  await bia.turn('hidden')
  bia.page.send({ type: 'fold', personId: ana.id })
  await bia.page.get('folded')
  const caio = await bar.seat('Caio')
  await caio.deliver(bia, 'oi')
  await expect.poll(() => send.mock.calls.length).toBe(1)
  await bar.room.block(bia.visit, caio.id)
  const id = caio.say(bia, 'ainda aí?')
  await caio.page.get('refused', (frame) => frame.id === id)
  expect(send).toHaveBeenCalledTimes(1)
})

test('T61 a call rings the staff’s phones once in five minutes, however often repeated; a report once readable', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const notifyStaff = vi.spyOn(NoticeSender.prototype, 'notifyStaff')
  let isDone = false
  notifyStaff.mockImplementation(answeringWhen(() => isDone, undefined))
  const ringsAfter = async (ms: number) => {
    passTime(ms)
    const call = { id: crypto.randomUUID(), kind: 'harassed' as const }
    for (const _ of ['one', 'repeated']) {
      expect(await bar.room.callHelp(ana.visit, call)).toMatchObject({ ok: true })
    }
    // The board has each call.
    expect((await bar.room.readSection({ accountId: '', role: 'owner' })).help).toMatchObject([
      { id: call.id, state: 'open' },
    ])
    await bar.room.withdrawHelp(ana.visit, call.id)
    return notifyStaff.mock.calls.length
  }
  expect(await ringsAfter(0)).toBe(1)
  expect(await ringsAfter(60_000)).toBe(1)
  // Nobody has waited for them.
  isDone = true
  await bar.sleep()
  expect(await ringsAfter(TIMINGS.helpNotifiesStaffEveryMs - 60_001)).toBe(1)
  expect(await ringsAfter(1)).toBe(2)
  expect(notifyStaff.mock.lastCall).toMatchObject([bar.barId, 'help', { personId: ana.id }])
  await bar.room.report(ana.visit, aReport(bia))
  await expect.poll(() => notifyStaff.mock.lastCall).toEqual([bar.barId, 'report', null])
})

test('T61 calls that come while phones are being notified are one notice afterwards', async () => {
  const [bar, ...callers] = await Bar.seated('Ana', 'Bia', 'Caio')
  passTime(TIMINGS.newcomerMs + 1)
  const notifyStaff = vi.spyOn(NoticeSender.prototype, 'notifyStaff')
  let isDone = false
  notifyStaff.mockImplementation(answeringWhen(() => isDone, undefined))
  for (const { visit } of callers) {
    const call = { id: crypto.randomUUID(), kind: 'unwell' as const }
    expect(await bar.room.callHelp(visit, call)).toMatchObject({ ok: true })
  }
  expect(notifyStaff.mock.calls).toMatchObject([[bar.barId, 'help', { personId: callers[0]?.id }]])
  isDone = true
  await expect.poll(() => notifyStaff.mock.calls.length).toBe(2)
  expect(notifyStaff.mock.lastCall).toEqual([bar.barId, 'help', null])
})

test('T61 a subscription is kept until it is gone, but not one that came after it, and erased with the visit', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const caio = await bar.seat('Caio')
  let isDone = false
  const send = watchSender(answeringWhen(() => isDone, 'gone' as const))
  await subscribe(bar, bia, 'old')
  await bia.turn('hidden')
  await ana.store(bia, 'oi')
  await expect.poll(() => send.mock.calls.length).toBe(1)
  await subscribe(bar, bia, 'new')
  isDone = true
  await Promise.all(send.mock.results.map(({ value }) => value))
  await bia.page.settle()
  expect(await readKept(bar, bia)).toContain('new')

  await caio.store(bia, 'oi')
  await expect.poll(() => readKept(bar, bia)).toBeNull()

  await subscribe(bar, bia)
  expect(await readKept(bar, bia)).toContain(ENDPOINT)
  expect(await bar.room.ownData(bia.visit)).toMatchObject({
    data: { notices: expect.stringContaining(ENDPOINT) },
  })
  await bar.room.remove(bia.id, 'admin', 'other')
  expect(await readKept(bar, bia)).toBeNull()
})

test.each([
  ['fails', (send: Send) => send.mockResolvedValueOnce('failed')],
  ['is cut off', (send: Send) => send.mockRejectedValueOnce(new Error('a deploy'))],
])(
  'T61 a person without a page gets one notice a conversation; one that %s is asked for again',
  async (_, lose) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
    const send = watchSender()
    lose(send)
    await subscribe(bar, bia)
    await bia.close()
    for (const [text, asked] of [
      ['um', 1],
      ['dois', 2],
      ['três', 2],
    ] as const) {
      await ana.store(bia, text)
      await expect.poll(() => send.mock.calls.length).toBe(asked)
      await Promise.allSettled(send.mock.results.map(({ value }) => value))
      await ana.page.settle()
      await bar.sleep()
    }
  },
)

test('a slow push service holds up nothing; a hundred notices wait, more are dropped', async () => {
  const bar = await Bar.open()
  let isDone = false
  const send = watchSender(answeringWhen(() => isDone, 'done' as const))
  const each = LIMITS.noticesWaitingPerReader
  const readers = await bar.crowd(LIMITS.noticesWaiting / each + 1)
  for (const reader of readers) {
    await subscribe(bar, reader)
    await reader.connect()
    await reader.turn('hidden')
  }
  // Nobody begins more than twenty conversations an hour.
  for (const half of [readers.slice(0, 10), readers.slice(10)]) {
    for (let number = 0; number < each; number += 1) {
      const sender = await bar.seat('Um')
      for (const reader of half) await sender.store(reader, 'oi')
    }
  }
  await expect.poll(() => send.mock.calls.length).toBe(LIMITS.noticesWaiting)
  isDone = true
  await Promise.all(send.mock.results.map(({ value }) => value))
  expect(send).toHaveBeenCalledTimes(LIMITS.noticesWaiting)
})

test('T70 notices to one reader that wait leave room for those of others', async () => {
  const [bar, ana, bia] = await Bar.admitted('Ana', 'Bia')
  for (const reader of [ana, bia]) {
    await subscribe(bar, reader)
    await reader.connect()
    await reader.turn('hidden')
  }
  let isDone = false
  const send = watchSender(answeringWhen(() => isDone, 'done' as const))
  for (let sender = 0; sender < LIMITS.noticesWaitingPerReader + 3; sender += 1) {
    await (await bar.seat(`Pessoa ${sender}`)).deliver(ana, 'oi')
  }
  await (await bar.seat('Última')).deliver(bia, 'oi')
  await expect.poll(() => send.mock.calls.length).toBe(LIMITS.noticesWaitingPerReader + 1)
  isDone = true
})
