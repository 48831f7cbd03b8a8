import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import { aSubscriber } from '#test/fakes/push-service.ts'
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

async function hide(person: Person) {
  await person.turn('hidden')
}

/** Of the person's row; null where there is none. */
const readKept = (bar: Bar, person: Person): Promise<unknown> =>
  runInDurableObject(
    bar.room,
    (_, { storage: { sql } }) =>
      sql.exec('SELECT subscription FROM bar_profiles WHERE id = ?', person.id).toArray()[0]
        ?.subscription ?? null,
  )

async function twoPeople() {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  return { bar, ana, bia }
}

async function say(from: Person, to: Person, texts: string[]) {
  for (const text of texts) {
    const id = from.say(to, text)
    await from.page.get('stored', ({ message }) => message.id === id)
  }
}

test('T61 who looks away gets one notice for a conversation until it is opened, without its text', async () => {
  const { bar, ana, bia } = await twoPeople()
  const send = watchSender()
  const placed = await subscribe(bar, bia)
  await hide(bia)
  await say(ana, bia, ['um segredo', 'outro', 'mais um'])
  await expect.poll(() => send.mock.calls.length).toBe(1)
  const path = `/bar/${bar.barId}/chat/${ana.id}`
  expect(send).toHaveBeenCalledWith(placed, { name: 'Ana', path })

  bia.page.send({ type: 'visible' })
  bia.page.send({ type: 'read', personId: ana.id, through: 3 })
  await bia.page.get('read')
  await bia.tell(ana, 'oi')
  await hide(bia)
  for (let number = 1; number <= 20; number += 1) {
    await say(ana, bia, [`e agora? ${number}`])
    passTime(1_000)
  }
  await expect.poll(() => send.mock.calls.length).toBe(2)
})

test('a room that sleeps after each message asks for one notice too', async () => {
  const { bar, ana, bia } = await twoPeople()
  const send = watchSender()
  await subscribe(bar, bia)
  bia.page.close()
  for (const text of ['um', 'dois', 'três']) {
    await say(ana, bia, [text])
    await bar.sleep()
  }
  expect(send).toHaveBeenCalledTimes(1)
})

test('who looks at a page, who has no subscription and who has folded the conversation get none', async () => {
  const { bar, ana, bia } = await twoPeople()
  const send = watchSender()
  await hide(bia)
  await say(ana, bia, ['sem assinatura'])
  await subscribe(bar, bia)
  await bia.turn('visible')
  await say(ana, bia, ['à vista'])
  await hide(bia)
  bia.page.send({ type: 'fold', personId: ana.id })
  await bia.page.get('folded')
  await say(ana, bia, ['guardada'])
  expect(send).not.toHaveBeenCalled()
})

test('T61 a blocked person’s messages ask for none', async () => {
  const { bar, ana, bia } = await twoPeople()
  const send = watchSender()
  await say(ana, bia, ['oi'])
  await subscribe(bar, bia)
  await hide(bia)
  await bar.room.block(bia.visit, ana.id)
  const id = ana.say(bia, 'ainda aí?')
  await ana.page.get('refused', (frame) => frame.id === id)
  expect(send).not.toHaveBeenCalled()
})

test('T61 a call for help tells the staff’s phones once, and a report when it can be read; neither waits for them', async () => {
  const { bar, ana, bia } = await twoPeople()
  const tellStaff = vi.spyOn(NoticeSender.prototype, 'tellStaff')
  tellStaff.mockImplementation(answeringWhen(() => true, undefined))
  const call = { id: crypto.randomUUID(), kind: 'harassed' as const }
  for (const _ of ['one', 'repeated']) await bar.room.callHelp(ana.visit, call)
  await bar.room.withdrawHelp(ana.visit, call.id)
  expect(tellStaff.mock.calls).toEqual([[bar.barId, 'help']])
  await bar.room.report(ana.visit, {
    ...{ attempt: crypto.randomUUID(), personId: bia.id, name: 'Bia', reason: 'insult' as const },
    ...{ note: '', withMessages: false },
  })
  await expect.poll(() => tellStaff.mock.lastCall).toEqual([bar.barId, 'report'])
})

test('T61 one person who calls and withdraws again and again rings the staff’s phones once in five minutes', async () => {
  const { bar, ana } = await twoPeople()
  const tellStaff = vi.spyOn(NoticeSender.prototype, 'tellStaff')
  tellStaff.mockImplementation(answeringWhen(() => true, undefined))
  const ringsAfter = async (ms: number) => {
    passTime(ms)
    const id = crypto.randomUUID()
    expect(await bar.room.callHelp(ana.visit, { id, kind: 'harassed' })).toMatchObject({ ok: true })
    // The board has each call.
    expect((await bar.room.readBoard()).help).toMatchObject([{ id, state: 'open' }])
    await bar.room.withdrawHelp(ana.visit, id)
    return tellStaff.mock.calls.length
  }
  expect(await ringsAfter(0)).toBe(1)
  expect(await ringsAfter(60_000)).toBe(1)
  await bar.sleep()
  expect(await ringsAfter(TIMINGS.helpTellsStaffEveryMs - 60_001)).toBe(1)
  expect(await ringsAfter(1)).toBe(2)
})

test('T61 a subscription is kept with the visit and erased with it', async () => {
  const { bar, bia } = await twoPeople()
  await subscribe(bar, bia)
  expect(await readKept(bar, bia)).toContain(ENDPOINT)
  expect(await bar.room.ownData(bia.visit)).toMatchObject({
    data: { notices: expect.stringContaining(ENDPOINT) },
  })
  await bar.room.remove(bia.id, 'admin', 'other')
  expect(await readKept(bar, bia)).toBeNull()
})

test('a subscription that is gone is forgotten, but not one that came after it', async () => {
  const { bar, ana, bia } = await twoPeople()
  const caio = await bar.seat('Caio')
  let isDone = false
  const send = watchSender(answeringWhen(() => isDone, 'gone' as const))
  await subscribe(bar, bia, 'old')
  await hide(bia)
  await say(ana, bia, ['oi'])
  await expect.poll(() => send.mock.calls.length).toBe(1)
  await subscribe(bar, bia, 'new')
  isDone = true
  await Promise.all(send.mock.results.map(({ value }) => value))
  await bia.page.settle()
  expect(await readKept(bar, bia)).toContain('new')

  await say(caio, bia, ['oi'])
  await expect.poll(() => readKept(bar, bia)).toBeNull()
})

test('after a push service that did not work the next message asks again, through a sleep', async () => {
  const { bar, ana, bia } = await twoPeople()
  const send = watchSender()
  send.mockResolvedValueOnce('failed')
  await subscribe(bar, bia)
  await hide(bia)
  for (const [text, asked] of [
    ['um', 1],
    ['dois', 2],
    ['três', 2],
  ] as const) {
    await say(ana, bia, [text])
    await expect.poll(() => send.mock.calls.length).toBe(asked)
    await Promise.all(send.mock.results.map(({ value }) => value))
    await bia.page.settle()
    await bar.sleep()
  }
})

test('nobody waits for a push service; a hundred notices wait, more are dropped', async () => {
  const [bar, bia] = await Bar.seated('Bia')
  let isDone = false
  const send = watchSender(answeringWhen(() => isDone, 'done' as const))
  await subscribe(bar, bia)
  await hide(bia)
  for (let number = 0; number <= LIMITS.noticesWaiting; number += 1) {
    const person = await bar.seat(`Pessoa ${number}`)
    await say(person, bia, ['oi'])
    person.page.close()
  }
  await expect.poll(() => send.mock.calls.length).toBe(LIMITS.noticesWaiting)
  isDone = true
  await Promise.all(send.mock.results.map(({ value }) => value))
  await bia.page.settle()
  expect(send).toHaveBeenCalledTimes(LIMITS.noticesWaiting)
})

test('T61 a row that was written otherwise asks for nothing and stops nobody', async () => {
  const { bar, ana, bia } = await twoPeople()
  const send = watchSender()
  await bar.sleep()
  await bar.sql("UPDATE bar_profiles SET subscription = '{' WHERE id = ?", bia.id)
  await bar.sleep()
  await hide(bia)
  await say(ana, bia, ['oi'])
  expect(send).not.toHaveBeenCalled()
})
