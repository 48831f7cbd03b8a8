import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import type { Guest } from '#test/worker/room-client.ts'
import { Venue } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

/** Ends the life of the room as a deploy does: every socket is gone, and no handler ran. */
async function cutEverything(venue: Venue, guests: Guest[]): Promise<void> {
  const keep = await runInDurableObject(venue.room, (_, { storage: { sql } }) =>
    sql.exec('SELECT id, last_seen, online_until FROM bar_profiles').toArray(),
  )
  for (const { page } of guests) {
    page.close()
    await page.until(() => page.closed)
  }
  const open = () => runInDurableObject(venue.room, (_, state) => state.getWebSockets().length)
  await expect.poll(open).toBe(0)
  // As they were before anybody could say goodbye.
  await runInDurableObject(venue.room, (_, { storage: { sql } }) => {
    for (const { id, last_seen: seen, online_until: until } of keep) {
      sql.exec(
        'UPDATE bar_profiles SET last_seen = ?, online_until = ? WHERE id = ?',
        seen,
        until,
        id,
      )
    }
  })
  await venue.sleep()
}

async function lastMoment(venue: Venue): Promise<void> {
  await runInDurableObject(venue.room, (_, { storage: { sql } }) => {
    sql.exec('UPDATE bar_profiles SET last_seen = last_seen - 60000, online_until = 1')
  })
  await venue.sleep()
  await runDurableObjectAlarm(venue.room)
}

function graceOf(venue: Venue, { id }: Guest): Promise<number> {
  return runInDurableObject(
    venue.room,
    (_, { storage: { sql } }) =>
      sql.exec<{ at: number }>('SELECT online_until AS at FROM bar_profiles WHERE id = ?', id).one()
        .at - Date.now(),
  )
}

test('R5 R23 who lost the connection with the room’s own life has the grace of any lost connection', async () => {
  const venue = await Venue.open()
  const [ana, bia, caio] = [
    await venue.seat('Ana'),
    await venue.seat('Bia'),
    await venue.seat('Caio'),
  ]
  bia.page.send({ type: 'hidden' })
  await bia.page.settle()
  await lastMoment(venue)
  await cutEverything(venue, [ana, bia, caio])

  expect(await graceOf(venue, ana)).toBeGreaterThan(1_000)
  expect(await graceOf(venue, ana)).toBeLessThanOrEqual(TIMINGS.offlineGraceMs)
  expect(await graceOf(venue, bia)).toBeGreaterThan(TIMINGS.hiddenGraceMs - 60_000)
  const { online } = await (await ana.connect()).get('snapshot')
  expect(online).toBe(3)
  const alarm = await runInDurableObject(venue.room, (_, { storage }) => storage.getAlarm())
  expect(alarm).toBeLessThanOrEqual(Date.now() + TIMINGS.offlineGraceMs)
})

test('whoever had said goodbye before is not brought back by a crash', async () => {
  const venue = await Venue.open()
  const [ana, bia] = [await venue.seat('Ana'), await venue.seat('Bia')]
  await lastMoment(venue)
  bia.page.close(3000)
  await bia.page.until(() => bia.page.closed)
  await expect.poll(() => graceOf(venue, bia)).toBeGreaterThan(0)
  await runInDurableObject(venue.room, (_, { storage: { sql } }) => {
    sql.exec('UPDATE bar_profiles SET online_until = 1 WHERE id = ?', bia.id)
  })
  await cutEverything(venue, [ana])
  const { online } = await (await ana.connect()).get('snapshot')
  expect(online).toBe(1)
})

test('a room that sleeps and wakes with its sockets grants nobody anything', async () => {
  const venue = await Venue.open()
  const ana = await venue.seat('Ana')
  await lastMoment(venue)
  await venue.sleep()
  expect(await graceOf(venue, ana)).toBeLessThan(0)
  ana.page.close()
})

test('going offline is broadcast once, whether the room sleeps before or after it', async () => {
  const venue = await Venue.open()
  const [ana, bia, caio] = [
    await venue.seat('Ana'),
    await venue.seat('Bia'),
    await venue.seat('Caio'),
  ]
  const toldOffline = () =>
    ana.page
      .events()
      .flatMap((event) =>
        event.kind === 'presence' && !event.person.online ? event.person.name : [],
      )
  const drop = async ({ page }: Guest) => {
    page.close()
    await page.until(() => page.closed)
    await runDurableObjectAlarm(venue.room)
    await venue.sleep()
    passTime(TIMINGS.offlineGraceMs + 1)
    await runDurableObjectAlarm(venue.room)
    await ana.page.settle()
  }
  await drop(bia)
  expect(toldOffline()).toEqual(['Bia'])
  await venue.sleep()
  await runDurableObjectAlarm(venue.room)
  await ana.page.settle()
  expect(toldOffline()).toEqual(['Bia'])
  await drop(caio)
  expect(toldOffline()).toEqual(['Bia', 'Caio'])
})

test('a room that wakes where nobody was connected writes nothing and sets no other alarm', async () => {
  const venue = await Venue.open()
  const ana = await venue.seat('Ana')
  ana.page.close()
  await ana.page.until(() => ana.page.closed)
  passTime(TIMINGS.offlineGraceMs + 1)
  await runDurableObjectAlarm(venue.room)
  const look = () =>
    runInDurableObject(venue.room, async (_, { storage }) => ({
      noted: storage.sql.exec('SELECT connected_at, connected FROM room').toArray(),
      alarmAt: await storage.getAlarm(),
    }))
  const before = await look()
  expect(before.noted).toEqual([{ connected_at: Date.now(), connected: '[]' }])
  passTime(60_000)
  await venue.sleep()
  expect(await look()).toEqual(before)
})
