import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { toHour } from '#contract/bar-hours.ts'
import { HOUR_MS } from '#contract/durations.ts'
import { anAdminIn } from '#test/worker/admin.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { listBarHours, saveBarHours } from '#worker/db/bar-hours.ts'
import { RoomFile } from '#worker/room/storage/room-file.ts'
import { RoomStorage } from '#worker/room/storage/storage.ts'
import { Occupancy } from './occupancy.ts'

let now = 0
beforeEach(() => {
  stopClock()
  now = toHour(Date.now())
})

test('an hour is saved once it has passed, with its peak and its visits, however often the room slept', async () => {
  const bar = await Bar.open()
  const people: Person[] = []
  for (let index = 0; index < 5; index += 1) {
    people.push(await bar.seat(`Pessoa ${index}`))
    if (index < 3) await bar.sleep()
  }
  await bar.ring()
  for (const person of people.slice(0, 2)) {
    await bar.leave(person)
    await bar.sleep()
  }
  // The rows of two visits are gone when the hour is counted: each was counted once, at its end.
  expect(await bar.sql('SELECT 1 FROM bar_profiles')).toHaveLength(3)
  await bar.sleep()
  expect(await bar.room.countedHours()).toMatchObject([{ hour: now, peak: 5, visits: 5 }])
  expect(await savedOf(bar)).toEqual([])

  await letHoursPass(bar, 2)
  await bar.ring()
  await expect.poll(() => savedOf(bar)).toEqual([{ hour: now - 2, peak: 5, visits: 5 }])
  // Three people are still here, and none of their visits began in this hour.
  await expect
    .poll(() => bar.room.countedHours())
    .toMatchObject([{ hour: now, peak: 3, visits: 0 }])
})

test('a bar that is empty has no hour to wake for', async () => {
  const [bar, ana] = await Bar.admitted('Ana')
  await bar.sql('UPDATE bar_profiles SET online_until = 0 WHERE id = ?', ana.id)
  // Two, because the first minutes of an hour belong to saving the one before.
  await letHoursPass(bar, 2)
  await bar.ring()
  await expect.poll(() => savedOf(bar)).toHaveLength(1)
  await letHoursPass(bar, 3)
  await bar.ring()
  expect(await bar.room.countedHours()).toEqual([])
})

test('an hour with two lives of the file has the visits of both and the higher peak', async () => {
  const bar = await Bar.open()
  for (const round of [1, 2]) {
    const people = [await bar.seat('Ana'), ...(round === 1 ? [await bar.seat('Bia')] : [])]
    await bar.ring()
    for (const person of people) await bar.leave(person)
    await bar.erased()
    // The time at which a file was made tells its life.
    passTime(1_000)
  }
  expect(await savedOf(bar)).toEqual([{ hour: now, peak: 2, visits: 3 }])
})

test('hours that cannot be saved are kept until they can be, and the file with them', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const batch = vi.spyOn(Object.getPrototypeOf(env.DB), 'batch')
  batch.mockRejectedValue(new Error('D1 is away'))
  const [bar, ana] = await Bar.seated('Ana')
  await bar.leave(ana)
  await expect.poll(() => logged.mock.calls.join()).toContain('hours_not_saved')
  await bar.sleep()
  await bar.ring()
  expect(await bar.sql('SELECT peak FROM hours')).toEqual([{ peak: 1 }])
  batch.mockRestore()
  expect(await savedOf(bar)).toEqual([])
  await bar.ringAfter(60_000)
  await bar.erased()
  expect(await savedOf(bar)).toEqual([{ hour: now, peak: 1, visits: 1 }])
})

test('B5 the alarm writes the peak, a higher one after a minute, and staff see it before', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const written = () => bar.sql('SELECT peak FROM hours')
  expect(await written()).toEqual([{ peak: 1 }])
  await bar.ring()
  expect(await written()).toEqual([{ peak: 2 }])
  const caio = await bar.seat('Caio')
  await bar.ring()
  expect(await written()).toEqual([{ peak: 2 }])
  expect(await bar.room.countedHours()).toMatchObject([{ peak: 3 }])
  passTime(60_000)
  for (const person of [ana, bia, caio]) await person.connect()
  await bar.ring()
  expect(await written()).toEqual([{ peak: 3 }])
})

test('an hour that changes while D1 takes it is sent again, and its row goes once it has passed', async () => {
  const [bar] = await Bar.admitted('Ana')
  await runInDurableObject(bar.room, async (_, { storage: durable }) => {
    const storage = new RoomStorage(durable)
    const file = new RoomFile(storage, async () => {})
    const queued: string[] = []
    const outbox = { add: (_kind: string, id: string) => void queued.push(id) }
    let changes = 1
    const save = async () => {
      if (changes > 0) storage.sql`UPDATE hours SET ended_visits = ended_visits + 1`
      changes -= 1
    }
    const index = { counts: { online: 1, total: 1 } }
    const occupancy = new Occupancy(storage, { file, index, outbox, save })
    const later = (now + 1) * HOUR_MS
    await occupancy.save([now])
    occupancy.confirm([now], later)
    expect([queued, occupancy.unsaved(later)]).toMatchObject([[`${now}`], [{ visits: 2 }]])
    await occupancy.save([now])
    occupancy.confirm([now], later - 1)
    expect(occupancy.unsaved(later)).toHaveLength(1)
    occupancy.confirm([now], later)
    expect([queued.length, occupancy.unsaved(later)]).toEqual([1, []])
  })
})

test('an hour is saved as often as wanted; another life of the room adds to it, old hours go', async () => {
  const { barId } = await Bar.open()
  const hour = (visits: number, life: number, peak = visits) => [{ hour: now, peak, visits, life }]
  await saveBarHours(env.DB, barId, [{ hour: now - 36 * 24, peak: 1, visits: 1, life: 1 }])
  for (const counted of [
    hour(2, 10),
    hour(3, 10),
    hour(3, 10),
    hour(2, 20),
    hour(2, 20),
    hour(0, 0, 9),
  ]) {
    await saveBarHours(env.DB, barId, counted)
  }
  expect(await listBarHours(env.DB, anAdminIn(barId, 'seeNumbers'), 0, [])).toEqual([
    { hour: now, peak: 9, visits: 5 },
  ])
  const live = [
    { hour: now, peak: 4, visits: 6, life: 20 },
    { hour: now + 1, peak: 1, visits: 1, life: 30 },
  ]
  expect(await listBarHours(env.DB, anAdminIn(barId, 'seeNumbers'), 0, live)).toEqual([
    { hour: now, peak: 9, visits: 9 },
    { hour: now + 1, peak: 1, visits: 1 },
  ])
})

/** Makes all times in the room so many hours older, and puts the room to sleep. */
async function letHoursPass(bar: Bar, hours: number): Promise<void> {
  const ms = hours * HOUR_MS
  await bar.sql('UPDATE hours SET hour = hour - ?', hours)
  await bar.sql('UPDATE outbox SET id = id - ?, due_at = due_at - ? WHERE due_at > 0', hours, ms)
  await bar.sql('UPDATE bar_profiles SET entered_at = entered_at - ?', ms)
  await bar.sleep()
}

const savedOf = ({ barId }: Bar) => listBarHours(env.DB, anAdminIn(barId, 'seeNumbers'), 0, [])
