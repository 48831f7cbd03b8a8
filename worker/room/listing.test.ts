import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import type { Guest } from '#test/worker/room-client.ts'
import { Venue } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { monitorOf } from '#worker/durable-objects.ts'
import { Monitor } from '#worker/monitor/monitor.ts'

beforeEach(stopClock)

const monitor = monitorOf(env)

/** Whether the bar is on the monitor's list. */
const isListed = ({ barId }: Venue) =>
  runInDurableObject(
    monitor,
    (_, { storage: { sql } }) =>
      sql.exec('SELECT 1 FROM bars WHERE id = ?', barId).toArray().length === 1,
  )

/** Until what it returns is called, no room reaches the monitor. */
function takeMonitorAway(): () => void {
  const namespace: Env['MONITOR'] = Object.getPrototypeOf(env.MONITOR)
  const { getByName } = namespace
  const spy = vi.spyOn(namespace, 'getByName').mockImplementation(function (
    this: Env['MONITOR'],
    name,
    options,
  ) {
    if (name !== 'monitor') return getByName.call(this, name, options)
    return { noteRoom: () => Promise.reject(new Error('away')) } as unknown as typeof monitor
  })
  return () => spy.mockRestore()
}

async function leave(venue: Venue, guest: Guest): Promise<void> {
  await venue.room.startLeaving(guest.visit)
  passTime(TIMINGS.leavingMs)
  await runDurableObjectAlarm(venue.room)
}

const isStored = (venue: Venue) =>
  runInDurableObject(
    venue.room,
    (_, { storage: { sql } }) =>
      sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'room'").toArray().length === 1,
  )

test('a bar is on the monitor’s list from its first visit to the end of its last, by two calls in all', async () => {
  const told = vi.spyOn(Monitor.prototype, 'noteRoom')
  const venue = await Venue.open()
  const [ana, bia] = [await venue.seat('Ana'), await venue.seat('Bia')]
  await venue.listed(true)
  expect(await isListed(venue)).toBe(true)
  await leave(venue, ana)
  await venue.sleep()
  await runDurableObjectAlarm(venue.room)
  expect(await isListed(venue)).toBe(true)
  await leave(venue, bia)
  await expect.poll(() => isStored(venue)).toBe(false)
  expect(await isListed(venue)).toBe(false)
  expect(told.mock.calls.map(([, hasPeople]) => hasPeople)).toEqual([true, false])
})

test('R18 a call to a monitor that does not answer is retried, across a sleep, and the file is kept until then', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const failures = () =>
    logged.mock.calls.filter(([line]) => JSON.parse(line).event === 'bar_not_listed').length
  const venue = await Venue.open()
  const bringBack = takeMonitorAway()
  const ana = await venue.seat('Ana')
  await expect.poll(failures).toBe(1)
  await venue.sleep()
  await runDurableObjectAlarm(venue.room)
  await expect.poll(failures).toBe(2)
  expect(await isListed(venue)).toBe(false)
  bringBack()
  passTime(60_000)
  await runDurableObjectAlarm(venue.room)
  await venue.listed(true)
  expect(await isListed(venue)).toBe(true)

  const bringBackAgain = takeMonitorAway()
  await leave(venue, ana)
  await expect.poll(failures).toBe(3)
  expect([await isListed(venue), await isStored(venue)]).toEqual([true, true])
  bringBackAgain()
  await venue.sleep()
  await runDurableObjectAlarm(venue.room)
  await expect.poll(() => isStored(venue)).toBe(false)
  expect(await isListed(venue)).toBe(false)
})

test('a person who leaves while the bar is being listed has it unlisted again', async () => {
  const venue = await Venue.open()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const noteRoom = Monitor.prototype.noteRoom
  const told = vi.spyOn(Monitor.prototype, 'noteRoom').mockImplementation(async function (
    this: Monitor,
    ...report
  ) {
    if (report[1]) await held
    return noteRoom.apply(this, report)
  })
  const ana = await venue.seat('Ana')
  await expect.poll(() => told.mock.calls.length).toBe(1)
  await leave(venue, ana)
  expect(await isStored(venue)).toBe(true)
  release()
  await expect.poll(() => isStored(venue)).toBe(false)
  expect(await isListed(venue)).toBe(false)
})

test('who comes while a room is about to erase its file is found in it', async () => {
  const venue = await Venue.open()
  const ana = await venue.seat('Ana')
  await venue.listed(true)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const database: D1Database = Object.getPrototypeOf(env.DB)
  const save = database.batch
  vi.spyOn(database, 'batch').mockImplementation(async function (this: D1Database, statements) {
    await held
    return save.call(this, statements) as never
  })
  await leave(venue, ana)
  await venue.listed(false)
  const bia = await venue.seat('Bia')
  await venue.listed(true)
  release()
  await scheduler.wait(50)
  expect((await (await bia.connect()).get('snapshot')).total).toBe(1)
  expect(await isListed(venue)).toBe(true)
})
