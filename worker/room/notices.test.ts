import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { aSubscriber } from '#test/fakes/push-service.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { NoticeSender } from '#worker/notices/notice-sender.ts'

beforeEach(stopClock)

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/'

/** The stateless entrypoint, asked by any room of this test. */
function watchSender(answer: () => Promise<boolean> = async () => false) {
  return vi.spyOn(NoticeSender.prototype, 'send').mockImplementation(answer)
}

async function subscribe(bar: Bar, person: Person, name = person.id) {
  const { subscription } = await aSubscriber(ENDPOINT + name)
  const placed = { ...subscription, site: 'https://brinde.example' }
  expect(await bar.room.subscribe(person.visit, placed)).toEqual({ ok: true })
  return placed
}

async function hide(person: Person) {
  person.page.send({ type: 'hidden' })
  await person.page.settle()
}

/** Of the person's row; null where there is none. */
function readKept(bar: Bar, person: Person): Promise<unknown> {
  return runInDurableObject(
    bar.room,
    (_, { storage: { sql } }) =>
      sql.exec('SELECT subscription FROM bar_profiles WHERE id = ?', person.id).toArray()[0]
        ?.subscription ?? null,
  )
}

async function twoPeople() {
  const bar = await Bar.open()
  const [ana, bia] = [await bar.seat('Ana'), await bar.seat('Bia')]
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
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  const path = `/bar/${bar.barId}/chat/${ana.id}`
  expect(send).toHaveBeenCalledWith(placed, { name: 'Ana', path })

  bia.page.send({ type: 'visible' })
  bia.page.send({ type: 'read', personId: ana.id, through: 3 })
  await bia.page.get('read')
  bia.say(ana, 'oi')
  await ana.page.get('message')
  await hide(bia)
  await say(ana, bia, ['e agora?'])
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2))
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
  bia.page.send({ type: 'visible' })
  await bia.page.settle()
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

test('T61 a subscription is kept with the visit and erased with it', async () => {
  const { bar, bia } = await twoPeople()
  await subscribe(bar, bia)
  expect(await readKept(bar, bia)).toContain(ENDPOINT)
  expect(await bar.room.ownData(bia.visit)).toMatchObject({
    data: { notices: expect.stringContaining(ENDPOINT) },
  })
  await bar.room.remove(bia.id, 'admin')
  expect(await readKept(bar, bia)).toBeNull()
})

/** A push service that answers once `isDone` is true. */
const answeringWhen = (isDone: () => boolean, isGone: boolean) => async () => {
  // A promise alone would be taken for a hang.
  while (!isDone()) await scheduler.wait(5)
  return isGone
}

test('a subscription that is gone is forgotten, but not one that came after it', async () => {
  const { bar, ana, bia } = await twoPeople()
  const caio = await bar.seat('Caio')
  let isDone = false
  const send = watchSender(answeringWhen(() => isDone, true))
  await subscribe(bar, bia, 'old')
  await hide(bia)
  await say(ana, bia, ['oi'])
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  await subscribe(bar, bia, 'new')
  isDone = true
  await Promise.all(send.mock.results.map(({ value }) => value))
  await bia.page.settle()
  expect(await readKept(bar, bia)).toContain('new')

  await say(caio, bia, ['oi'])
  await vi.waitFor(async () => expect(await readKept(bar, bia)).toBeNull())
})

test('nobody waits for a push service; a hundred notices wait, more are dropped', async () => {
  const bar = await Bar.open()
  const bia = await bar.seat('Bia')
  let isDone = false
  const send = watchSender(answeringWhen(() => isDone, false))
  await subscribe(bar, bia)
  await hide(bia)
  for (let number = 0; number <= LIMITS.noticesWaiting; number += 1) {
    const person = await bar.seat(`Pessoa ${number}`)
    await say(person, bia, ['oi'])
    person.page.close()
  }
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(LIMITS.noticesWaiting))
  isDone = true
  await Promise.all(send.mock.results.map(({ value }) => value))
  await bia.page.settle()
  expect(send).toHaveBeenCalledTimes(LIMITS.noticesWaiting)
})

test('T61 a row that was written otherwise asks for nothing and stops nobody', async () => {
  const { bar, ana, bia } = await twoPeople()
  const send = watchSender()
  await bar.sleep()
  await runInDurableObject(bar.room, (_, { storage: { sql } }) =>
    sql.exec("UPDATE bar_profiles SET subscription = '{' WHERE id = ?", bia.id),
  )
  await bar.sleep()
  await hide(bia)
  await say(ana, bia, ['oi'])
  expect(send).not.toHaveBeenCalled()
})
