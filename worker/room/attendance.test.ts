import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS, toHour } from '#contract/bar-hours.ts'
import type { PublicPerson } from '#contract/person.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Guest } from '#test/cast/guest.ts'
import { Venue } from '#test/cast/guest.ts'
import { passTime, stopClock } from '#test/support/stopped-clock.ts'
import type { CountedHour } from '#worker/db/bar-hours.ts'
import { listBarHours, saveBarHours } from '#worker/db/bar-hours.ts'
import type { Sql } from '#worker/rim/sql.ts'
import { Attendance } from './attendance.ts'
import type { Directory } from './directory.ts'
import type { Tables } from './tables.ts'

let now = 0
beforeEach(() => {
  stopClock()
  now = toHour(Date.now())
})

test('an hour is saved once it has passed, with its peak and its visits, however often the room slept', async () => {
  const venue = await Venue.open()
  const guests: Guest[] = []
  for (let index = 0; index < 5; index += 1) {
    guests.push(await venue.seat(`Pessoa ${index}`))
    await venue.sleep()
  }
  for (const guest of guests.slice(0, 2)) {
    await venue.room.startLeaving(guest.visit)
    await venue.sleep()
  }
  expect(await venue.room.countedHours()).toMatchObject([{ hour: now, peak: 5, visits: 5 }])
  expect(await savedOf(venue)).toEqual([])

  await letHoursPass(venue, 2)
  await runDurableObjectAlarm(venue.room)
  await expect.poll(() => savedOf(venue)).toEqual([{ hour: now - 2, peak: 5, visits: 5 }])
  // Three are still there, and nobody is counted as having come in this hour.
  await expect
    .poll(() => venue.room.countedHours())
    .toMatchObject([{ hour: now, peak: 3, visits: 0 }])
})

test('a bar that is empty has no hour to wake for', async () => {
  const venue = await Venue.open()
  const ana = await venue.admit('Ana')
  await runInDurableObject(venue.room, (_, { storage }) => {
    storage.sql.exec('UPDATE bar_profiles SET online_until = 0 WHERE id = ?', ana.id)
  })
  // Two, because the first minutes of an hour belong to saving the one before.
  await letHoursPass(venue, 2)
  await runDurableObjectAlarm(venue.room)
  await expect.poll(() => savedOf(venue)).toHaveLength(1)
  await letHoursPass(venue, 3)
  await runDurableObjectAlarm(venue.room)
  expect(await venue.room.countedHours()).toEqual([])
})

test('who comes after the bar had emptied within the hour is counted beside the others', async () => {
  const venue = await Venue.open()
  for (const round of [1, 2]) {
    const guests = [await venue.seat('Ana'), ...(round === 1 ? [await venue.seat('Bia')] : [])]
    for (const guest of guests) await venue.room.startLeaving(guest.visit)
    passTime(TIMINGS.leavingMs)
    await runDurableObjectAlarm(venue.room)
    await expect.poll(() => isErased(venue)).toBe(true)
  }
  expect(await savedOf(venue)).toEqual([{ hour: now, peak: 2, visits: 3 }])
})

test('numbers that cannot be saved are kept until they can be, and the file with them', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const sql = fakeSql()
  let isAway = true
  const saved: CountedHour[][] = []
  const attendance = new Attendance(sql.run, sql.tables, withOnline(3), async (_, hours) => {
    if (isAway) throw new Error('D1 is away')
    saved.push(hours)
  })
  const at = now * HOUR_MS + 1_000
  attendance.note([entered()], at)
  expect(await attendance.saveRest(at)).toBe(false)
  expect(attendance.nextDue(at)).toBe(at + 60_000)
  isAway = false
  await attendance.savePast(at + 60_000)
  expect(attendance.nextDue(at + 60_000)).toBeGreaterThan(at + 60_000)
  expect(await attendance.saveRest(at + 61_000)).toBe(true)
  expect(saved).toHaveLength(1)
})

test('B5 a rush of six hundred is written down once, and the rest of it at the end', () => {
  const sql = fakeSql()
  let online = 0
  const directory = {
    get counts() {
      return { total: online, online }
    },
  } as unknown as Directory
  const attendance = new Attendance(sql.run, sql.tables, directory, async () => {})
  const at = now * HOUR_MS + 1_000
  for (online = 1; online <= 600; online += 1) attendance.note([entered()], at + online * 16)
  expect(sql.written).toBe(1)
  online = 600
  expect(attendance.unsaved(at + 20_000)).toMatchObject([{ peak: 600 }])
  expect(sql.written).toBe(2)
})

test('an hour is saved as often as wanted; another life of the room adds to it, old hours go', async () => {
  const { barId } = await Venue.open()
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
  expect(await listBarHours(env.DB, barId, 0, [])).toEqual([{ hour: now, peak: 9, visits: 5 }])
  const live = [
    { hour: now, peak: 4, visits: 6, life: 20 },
    { hour: now + 1, peak: 1, visits: 1, life: 30 },
  ]
  expect(await listBarHours(env.DB, barId, 0, live)).toEqual([
    { hour: now, peak: 9, visits: 9 },
    { hour: now + 1, peak: 1, visits: 1 },
  ])
})

function entered() {
  return { kind: 'entered' as const, person: { online: true } as PublicPerson }
}

function withOnline(online: number): Directory {
  return { counts: { total: online, online } } as unknown as Directory
}

/** A table of hours in memory, and how often it was written to. */
function fakeSql() {
  const peaks = new Map<number, number>()
  const fake = {
    written: 0,
    tables: { ready: true, barId: 'K7M2QX' } as Tables,
    run: ((strings: TemplateStringsArray, ...values: number[]) => {
      const [query = ''] = strings
      const rows = [...peaks].map(([hour, peak]) => ({ hour, peak }))
      if (query.includes('INSERT')) {
        fake.written += 1
        peaks.set(values[0] ?? 0, values[1] ?? 0)
      }
      if (query.includes('min(hour)')) return [{ hour: rows[0]?.hour ?? null }]
      if (query.includes('WHERE hour')) return rows.filter(({ hour }) => hour === values[0])
      if (query.includes('FROM bar_profiles')) return [{ visits: 1, life: 1 }]
      return query.includes('ORDER BY') ? rows : []
    }) as unknown as Sql,
  }
  return fake
}

/** What the room holds becomes so many hours older; its memory is gone. */
async function letHoursPass(venue: Venue, hours: number): Promise<void> {
  await runInDurableObject(venue.room, (_, { storage }) => {
    storage.sql.exec('UPDATE attendance SET hour = hour - ?', hours)
    storage.sql.exec('UPDATE bar_profiles SET entered_at = entered_at - ?', hours * HOUR_MS)
  })
  await venue.sleep()
}

function savedOf({ barId }: Venue) {
  return listBarHours(env.DB, barId, 0, [])
}

function isErased(venue: Venue): Promise<boolean> {
  return runInDurableObject(
    venue.room,
    (_, { storage }) =>
      storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'people'").toArray().length === 0,
  )
}
