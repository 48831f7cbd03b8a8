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
