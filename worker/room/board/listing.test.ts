import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { Bar } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { monitorOf } from '#worker/durable-objects.ts'
import { Monitor } from '#worker/monitor/monitor.ts'

beforeEach(stopClock)

const monitor = monitorOf(env)

/** Whether the bar is on the monitor's list. */
const isListed = ({ barId }: Bar) =>
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

test('a bar is on the monitor’s list from its first visit to the end of its last, by two calls in all', async () => {
  const told = vi.spyOn(Monitor.prototype, 'noteRoom')
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bar.listed(true)
  expect(await isListed(bar)).toBe(true)
  await bar.leave(ana)
  await bar.sleep()
  await bar.ring()
  expect(await isListed(bar)).toBe(true)
  await bar.leave(bia)
  await bar.erased()
  expect(await isListed(bar)).toBe(false)
  expect(told.mock.calls.map(([, hasPeople]) => hasPeople)).toEqual([true, false])
})

test('R18 a call to a monitor that does not answer is retried, across a sleep, and the file is kept until then', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const failures = () =>
    logged.mock.calls.filter(([line]) => JSON.parse(line).event === 'bar_not_listed').length
  const bar = await Bar.open()
  const bringBack = takeMonitorAway()
  const ana = await bar.seat('Ana')
  await expect.poll(failures).toBe(1)
  await bar.sleep()
  await bar.ring()
  await expect.poll(failures).toBe(2)
  expect(await isListed(bar)).toBe(false)
  bringBack()
  await bar.ringAfter(60_000)
  await bar.listed(true)
  expect(await isListed(bar)).toBe(true)

  const bringBackAgain = takeMonitorAway()
  await bar.leave(ana)
  await expect.poll(failures).toBe(3)
  expect([await isListed(bar), await bar.tables()]).toEqual([
    true,
    expect.arrayContaining(['room']),
  ])
  bringBackAgain()
  await bar.sleep()
  await bar.ring()
  await bar.erased()
  expect(await isListed(bar)).toBe(false)
})

test('a person who leaves while the bar is being listed has it unlisted again', async () => {
  const bar = await Bar.open()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const noteRoom = Monitor.prototype.noteRoom
  const told = vi.spyOn(Monitor.prototype, 'noteRoom').mockImplementation(async function (
    this: Monitor,
    ...report
  ) {
    if (report[1]) await held
    return noteRoom.apply(this, report)
  })
  const ana = await bar.seat('Ana')
  await expect.poll(() => told.mock.calls.length).toBe(1)
  await bar.leave(ana)
  expect(await bar.tables()).toContain('room')
  release()
  await bar.erased()
  expect(await isListed(bar)).toBe(false)
})

test('who comes while a room is about to erase its file is found in it', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  await bar.listed(true)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const database: D1Database = Object.getPrototypeOf(env.DB)
  const save = database.batch
  vi.spyOn(database, 'batch').mockImplementation(async function (this: D1Database, statements) {
    await held
    return save.call(this, statements) as never
  })
  await bar.leave(ana)
  await bar.listed(false)
  const bia = await bar.seat('Bia')
  await bar.listed(true)
  release()
  await scheduler.wait(50)
  expect((await bia.look()).total).toBe(1)
  expect(await isListed(bar)).toBe(true)
})
