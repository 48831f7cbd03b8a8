import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { holdCallTimeouts } from '#test/worker/call-timeouts.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { monitorOf } from '#worker/durable-objects.ts'
import { Monitor } from '#worker/monitor/monitor.ts'
import type { PushedCounts } from '#worker/monitor/pushed-counts.ts'

beforeEach(stopClock)

const PUSHED_EVERY_MS = 8_000

/** Reads the counts that the monitor has of a bar. */
const shownOf = ({ barId }: Bar) =>
  runInDurableObject(monitorOf(env), (_, { storage: { sql } }) =>
    sql.exec('SELECT online, total FROM counts WHERE id = ? AND total > 0', barId).toArray(),
  )

/** The pushes of one bar: the monitor is shared by all tests of a file. */
function pushesOf({ barId }: Bar) {
  const pushed = vi.spyOn(Monitor.prototype, 'pushCounts')
  return () =>
    pushed.mock.calls
      .filter(([counts]) => counts.barId === barId)
      .map(([{ online, total }]) => [online, total])
}

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
    const pushCounts = () => Promise.reject(new Error('away'))
    return { pushCounts } as unknown as ReturnType<typeof monitorOf>
  })
  return () => spy.mockRestore()
}

test('R32 a room pushes its numbers at the alarm after an entry, an absence and a leaving', async () => {
  const bar = await Bar.open()
  const pushes = pushesOf(bar)
  const ana = await bar.seat('Ana')
  const bia = await bar.seat('Bia')
  const entered = Date.now()
  expect(await bar.alarm()).toBeLessThanOrEqual(entered + PUSHED_EVERY_MS)
  expect(pushes()).toEqual([])
  passTime(PUSHED_EVERY_MS)
  await bar.pushed(2, 2)
  expect(await shownOf(bar)).toEqual([{ online: 2, total: 2 }])

  await ana.close(CLOSE.pageClosed)
  await bar.ringAfter(TIMINGS.offlineGraceMs)
  await bar.pushed(1, 2)
  await bar.leave(bia)
  expect(await bar.alarm()).toBeLessThanOrEqual(Date.now() + 2_000)
  await bar.ringAfter(2_000)
  // The room pushes at most once in 8 s.
  expect(pushes()).toHaveLength(2)
  passTime(PUSHED_EVERY_MS - 2_000)
  await bar.pushed(0, 1)

  await bar.leave(ana)
  await bar.erased()
  expect(await shownOf(bar)).toEqual([])
  expect(pushes().at(-1)).toEqual([0, 0])
})

test('B6 a bar at rest pushes nothing, though its room is evicted before every alarm', async () => {
  const [bar] = await Bar.seated('Ana')
  await bar.pushed(1, 1)
  const pushes = pushesOf(bar)
  for (let alarms = 0; alarms < 5; alarms += 1) {
    await bar.sleep()
    await bar.ring()
  }
  expect(pushes()).toEqual([])
})

test('R32 a rush is at most one push in eight seconds', async () => {
  const bar = await Bar.open()
  const pushes = pushesOf(bar)
  for (let second = 0; second < 24; second += 1) {
    await bar.admit(`Pessoa ${second}`)
    if (second % 6 === 0) await bar.sleep()
    await bar.ringAfter(1_000)
  }
  expect(pushes().length).toBeGreaterThan(0)
  expect(pushes().length).toBeLessThanOrEqual(3)
})

test('R18 R32 the alarm repeats a failed push across a sleep, and the file stays until zero arrives', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const failures = () =>
    logged.mock.calls.filter(([line]) => JSON.parse(line).event === 'counts_not_pushed').length
  const [bar, ana] = await Bar.seated('Ana')
  const bringBack = takeMonitorAway()
  // After the first grace, so that nothing else sets the alarm so early.
  await bar.ringAfter(PUSHED_EVERY_MS)
  await expect.poll(failures).toBe(1)
  await bar.sleep()
  expect(await bar.alarm()).toBeLessThanOrEqual(Date.now() + 10_000)
  bringBack()
  passTime(10_000)
  await bar.pushed(1, 1)

  const bringBackAgain = takeMonitorAway()
  await bar.leave(ana)
  await bar.ringAfter(PUSHED_EVERY_MS)
  await expect.poll(failures).toBe(2)
  bringBackAgain()
  expect([await shownOf(bar), await bar.tables()]).toEqual([
    [{ online: 1, total: 1 }],
    expect.arrayContaining(['room']),
  ])
  await bar.sleep()
  await bar.erased()
  expect(await shownOf(bar)).toEqual([])
})

test('R18 a room that dies between a push and its confirmation pushes again, and nothing is counted twice', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const [bar] = await Bar.seated('Ana', 'Bia')
  const push = Monitor.prototype.pushCounts
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const pushed = vi.spyOn(Monitor.prototype, 'pushCounts').mockImplementation(async function (
    this: Monitor,
    counts: PushedCounts,
  ) {
    await push.call(this, counts)
    arrive()
    await new Promise(() => {})
  })
  await bar.ring()
  await arrived
  await bar.crash()
  pushed.mockRestore()
  await bar.pushed(2, 2)
  expect(await shownOf(bar)).toEqual([{ online: 2, total: 2 }])
})

test('R18 numbers that return to the confirmed ones are pushed after the answer in between was lost', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const [bar] = await Bar.seated('Ana')
  await bar.pushed(1, 1)
  const push = Monitor.prototype.pushCounts
  const pushed = vi.spyOn(Monitor.prototype, 'pushCounts')
  pushed.mockImplementation(async function (this: Monitor, counts: PushedCounts) {
    await push.call(this, counts)
    throw new Error('lost')
  })
  const bia = await bar.seat('Bia')
  await bar.ringAfter(PUSHED_EVERY_MS)
  await expect.poll(() => logged.mock.calls.join()).toContain('counts_not_pushed')
  pushed.mockRestore()
  expect(await shownOf(bar)).toEqual([{ online: 2, total: 2 }])
  await bar.leave(bia)
  passTime(PUSHED_EVERY_MS)
  await bar.pushed(1, 1)
  expect(await shownOf(bar)).toEqual([{ online: 1, total: 1 }])
})

test('R18 the alarm rings again where the numbers return to the confirmed ones during a push', async () => {
  const [bar] = await Bar.seated('Ana')
  await bar.pushed(1, 1)
  const pushed = vi.spyOn(Monitor.prototype, 'pushCounts')
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  const push = Monitor.prototype.pushCounts
  pushed.mockImplementationOnce(async function (this: Monitor, counts: PushedCounts) {
    await held
    await push.call(this, counts)
  })
  const bia = await bar.seat('Bia')
  await bar.ringAfter(PUSHED_EVERY_MS)
  await bar.leave(bia)
  await bar.ringAfter(2_000)
  expect(await bar.alarm()).toBeLessThanOrEqual(Date.now() + 10_000)
  answer()
  await expect.poll(() => bar.sql('SELECT 1 FROM room WHERE pushed_total = 2')).toHaveLength(1)
  passTime(10_000)
  await bar.pushed(1, 1)
  expect(await shownOf(bar)).toEqual([{ online: 1, total: 1 }])
})

test('R18 the alarm does not wait for a monitor that never answers', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const expireCalls = holdCallTimeouts()
  const [bar, ana] = await Bar.seated('Ana')
  const pushed = vi.spyOn(Monitor.prototype, 'pushCounts')
  pushed.mockImplementation(() => new Promise(() => {}))
  await bar.ring()
  await ana.close(CLOSE.pageClosed)
  await bar.ringAfter(TIMINGS.offlineGraceMs)
  expect(await bar.room.counts()).toEqual({ online: 0, total: 1 })
  // Rooms of the tests before may push, too.
  expect(pushed.mock.calls.filter(([{ barId }]) => barId === bar.barId)).toHaveLength(1)
  expireCalls()
  await expect.poll(() => logged.mock.calls.join()).toContain('counts_not_pushed')
})

test('R15 R32 a clock that goes back does not stop the pushes', async () => {
  const [bar] = await Bar.seated('Ana')
  await bar.pushed(1, 1)
  passTime(-3_600_000)
  await bar.seat('Bia')
  await bar.pushed(2, 2)
  expect(await shownOf(bar)).toEqual([{ online: 2, total: 2 }])
})

test('R32 a late push does not undo a newer one', async () => {
  const bar = await Bar.open()
  const monitor = monitorOf(env)
  await monitor.pushCounts({ barId: bar.barId, online: 2, total: 3, at: 20 })
  await monitor.pushCounts({ barId: bar.barId, online: 1, total: 1, at: 10 })
  expect(await shownOf(bar)).toEqual([{ online: 2, total: 3 }])
  await monitor.pushCounts({ barId: bar.barId, online: 0, total: 0, at: 30 })
  await monitor.pushCounts({ barId: bar.barId, online: 2, total: 2, at: 25 })
  expect(await shownOf(bar)).toEqual([])
})

test('a person who enters while a room is about to erase its file stays in it', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  await bar.pushed(1, 1)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const database: D1Database = Object.getPrototypeOf(env.DB)
  const save = database.batch
  vi.spyOn(database, 'batch').mockImplementation(async function (this: D1Database, statements) {
    await held
    return save.call(this, statements) as never
  })
  await bar.leave(ana)
  passTime(PUSHED_EVERY_MS)
  await bar.pushed(0, 0)
  const bia = await bar.seat('Bia')
  release()
  await scheduler.wait(50)
  expect((await bia.look()).total).toBe(1)
  passTime(PUSHED_EVERY_MS)
  await bar.pushed(1, 1)
  expect(await shownOf(bar)).toEqual([{ online: 1, total: 1 }])
})
