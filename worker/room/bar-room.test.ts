import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { idOf } from '#test/fakes/room.ts'
import { FaultyDatabase } from '#test/worker/faulty-database.ts'
import { fillBar } from '#test/worker/full-bar.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

test('T15 T25 a bar takes no more people than it can hold, and those inside go on', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  await fillBar(bar, LIMITS.peoplePerBar - 1)
  const late = new Person(bar, 'Tarde')
  expect(await bar.enter(late)).toEqual({ ok: false, code: 'bar_full' })
  expect(await bar.room.continueAs(ana.device)).toMatchObject({ ok: true })
  await ana.page.settle()
  await bar.room.remove(idOf(1), crypto.randomUUID(), 'other')
  expect(await bar.enter(late)).toMatchObject({ ok: true })
})

test('R18 people enter, talk and leave while D1 is away, and nobody asks it', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  const database = new FaultyDatabase()
  database.arm({ at: 1, times: Infinity, text: 'Network connection lost.', kind: 'refused' })
  const bia = await bar.seat('Bia')
  await bia.deliver(ana, 'o banco caiu?')
  await bar.room.leave(bia.visit)
  await ana.page.event('left')
  expect(database.calls).toBe(0)
})

test('history comes in pages of fifty, backwards to the first and forwards from a number', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bar.write(ana, bia, 120)

  const read = async (page: { before?: number; after?: number }) => {
    const answer = await bar.room.history(bia.visit, ana.id, page)
    if (!answer.ok) throw new Error(answer.code)
    const { messages, hasEarlier } = answer.history
    return [messages[0]?.number, messages.at(-1)?.number, hasEarlier]
  }
  expect(await read({})).toEqual([71, 120, true])
  expect(await read({ before: 71 })).toEqual([21, 70, true])
  expect(await read({ before: 21 })).toEqual([1, 20, false])
  expect(await read({ after: 20 })).toEqual([21, 70, true])
  expect(await read({ after: 118 })).toEqual([119, 120, true])
})
