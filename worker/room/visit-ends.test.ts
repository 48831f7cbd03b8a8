import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { fillBar } from '#test/worker/full-bar.ts'
import type { Guest } from '#test/worker/room-client.ts'
import { Venue } from '#test/worker/room-client.ts'
import { runs, within } from '#test/worker/runs.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

test('T12 a visit ends after four hours offline, and not before', async () => {
  const venue = await Venue.open()
  const [ana, bia] = [await venue.admit('Ana'), await venue.seat('Bia')]
  await lastSeen(venue, ana, TIMINGS.visitOfflineMs - 60_000)
  await runDurableObjectAlarm(venue.room)
  expect(await names(venue)).toEqual(['Ana', 'Bia'])
  await lastSeen(venue, ana, TIMINGS.visitOfflineMs)
  await runDurableObjectAlarm(venue.room)
  expect(await names(venue)).toEqual(['Bia'])
  await bia.page.until(() => bia.page.events().some(({ kind }) => kind === 'left'))
})

test('T12 who stays connected is not offline, however long ago that was written down', async () => {
  const venue = await Venue.open()
  const ana = await venue.seat('Ana')
  await lastSeen(venue, ana, 5 * TIMINGS.visitOfflineMs)
  await venue.sleep()
  await runDurableObjectAlarm(venue.room)
  expect(await names(venue)).toEqual(['Ana'])
  const seen = await seenAt(venue, ana)
  expect(Date.now() - seen).toBeLessThan(60_000)
})

test('T12 a visit ends after sixteen hours, on an open socket too', async () => {
  const venue = await Venue.open()
  const [ana, bia] = [await venue.seat('Ana'), await venue.seat('Bia')]
  await runInDurableObject(venue.room, (_, { storage }) => {
    storage.sql.exec(
      'UPDATE bar_profiles SET expires_at = ? WHERE id = ?',
      Date.now() - 1_000,
      ana.id,
    )
  })
  await venue.sleep()
  ana.say(bia, 'ainda aqui?')
  await ana.page.until(() => ana.page.closed)
  // The alarm is due at once and may be running already.
  await runDurableObjectAlarm(venue.room)
  await expect.poll(() => names(venue)).toEqual(['Bia'])
  await bia.page.settle()
  expect(bia.page.all('message')).toEqual([])
})

test('T12 the alarm is set for the end of an offline visit', async () => {
  const venue = await Venue.open()
  const ana = await venue.admit('Ana')
  await lastSeen(venue, ana, TIMINGS.lastSeenWrittenMs + 60_000)
  const due = (await seenAt(venue, ana)) + TIMINGS.visitOfflineMs
  // She was here in this hour, which is saved when it has passed.
  await runInDurableObject(venue.room, (_, { storage }) => {
    storage.sql.exec('DELETE FROM hours')
  })
  // The first alarm also writes down who is online and that the monitor knows of the bar.
  await expect
    .poll(async () => {
      await runDurableObjectAlarm(venue.room)
      return runInDurableObject(venue.room, (_, { storage }) => storage.getAlarm())
    })
    .toBe(due)
})

test('when the last visit has ended the room erases its whole file, and can begin anew', async () => {
  const venue = await Venue.open()
  const ana = await venue.seat('Ana')
  const bia = await venue.seat('Bia')
  ana.say(bia, 'tchau')
  await bia.page.get('message')
  for (const guest of [ana, bia]) await venue.room.startLeaving(guest.visit)
  for (const guest of [ana, bia]) await guest.page.until(() => guest.page.closed)
  await expect.poll(() => tables(venue)).toEqual([])
  expect(await runInDurableObject(venue.room, (_, { storage }) => storage.getAlarm())).toBeNull()

  const caio = await venue.seat('Caio')
  expect(await caio.page.get('snapshot')).toMatchObject({ people: [], total: 1 })
})

test('many visits that end at once end at most 250 an alarm, each alarm at once after the other', {
  timeout: within(60_000),
}, async () => {
  stopClock()
  const count = runs(1_000, 20_000)
  const venue = await Venue.open()
  const zeca = await venue.seat('Zeca')
  await fillBar(venue, count)
  await runInDurableObject(venue.room, (_, { storage: { sql } }) => {
    sql.exec('UPDATE bar_profiles SET expires_at = ? WHERE id <> ?', Date.now() - 1, zeca.id)
  })
  await venue.sleep()
  const look = () =>
    runInDurableObject(venue.room, async (_, { storage }) => ({
      left: storage.sql.exec<{ n: number }>('SELECT count(*) AS n FROM bar_profiles').one().n,
      alarm: await storage.getAlarm(),
    }))
  const sizes: number[] = []
  let { left, alarm } = await look()
  while (left > 1) {
    expect(await runDurableObjectAlarm(venue.room)).toBe(true)
    const before = left
    ;({ left, alarm } = await look())
    sizes.push(before - left)
    if (left > 1) expect(alarm).toBeLessThanOrEqual(Date.now() + 100)
  }
  expect(new Set(sizes)).toEqual(new Set([250]))
  // Each end is broadcast, though many share a frame. Each photo is erased or waits for it.
  await zeca.page.until(() => zeca.page.events().length === count)
  await venue.photosErased()
  expect(alarm).toBeGreaterThan(Date.now() + 100)
})

async function lastSeen(venue: Venue, { id }: Guest, agoMs: number): Promise<void> {
  await runInDurableObject(venue.room, (_, { storage }) => {
    const at = Date.now() - agoMs
    storage.sql.exec(
      'UPDATE bar_profiles SET last_seen = ?, online_until = ? WHERE id = ?',
      at,
      at,
      id,
    )
  })
  await venue.sleep()
}

function seenAt(venue: Venue, { id }: Guest): Promise<number> {
  return runInDurableObject(
    venue.room,
    (_, { storage }) =>
      storage.sql
        .exec<{ at: number }>('SELECT last_seen AS at FROM bar_profiles WHERE id = ?', id)
        .one().at,
  )
}

function names(venue: Venue): Promise<string[]> {
  return runInDurableObject(venue.room, (_, { storage }) =>
    storage.sql
      .exec<{ name: string }>('SELECT name FROM bar_profiles ORDER BY name')
      .toArray()
      .map(({ name }) => name),
  )
}

function tables(venue: Venue): Promise<string[]> {
  return runInDurableObject(venue.room, (_, { storage }) =>
    storage.sql
      .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .toArray()
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('_')),
  )
}
