import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { holdCallTimeouts } from '#test/worker/call-timeouts.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { seen } from '#test/worker/seen.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { monitorOf } from '#worker/durable-objects.ts'
import { Monitor } from '#worker/monitor/monitor.ts'
import type { PushedCalls } from '#worker/monitor/pushed-counts.ts'
import { CALLS_PUSHED_AGAIN_MS } from './call-pushes.ts'

beforeEach(stopClock)

/** The numbers that a room has pushed: the monitor is shared by all tests of a file. */
function pushesOf({ barId }: Bar) {
  const pushed = vi.spyOn(Monitor.prototype, 'pushCalls')
  const numbers = () =>
    pushed.mock.calls.filter(([one]) => one.barId === barId).map(([{ calls }]) => calls)
  return { pushed, numbers }
}

async function call(bar: Bar, person: Person): Promise<string> {
  const id = crypto.randomUUID()
  expect(await bar.room.callHelp(person.visit, { id, kind: 'unwell' })).toMatchObject({ ok: true })
  return id
}

/** Returns what the monitor has confirmed. */
const confirmed = async (bar: Bar) =>
  (await bar.sql<{ calls: number }>('SELECT pushed_calls AS calls FROM room'))[0]?.calls

/** Returns the number that the monitor has. */
const shownOf = ({ barId }: Bar) =>
  runInDurableObject(monitorOf(env), (_, { storage: { sql } }) => {
    const [row] = sql.exec('SELECT calls FROM calls WHERE id = ?', barId).toArray()
    return row?.calls
  })

/** The monitor stores the pushes of this change, and their answers are lost. */
async function losingAnswers(change: () => Promise<unknown>): Promise<void> {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const push = Monitor.prototype.pushCalls
  const pushed = vi.spyOn(Monitor.prototype, 'pushCalls')
  pushed.mockImplementation(async function (this: Monitor, calls: PushedCalls) {
    await push.call(this, calls)
    throw new Error('lost')
  })
  await change()
  await seen(() => logged.mock.calls.join().includes('calls_not_pushed'))
  pushed.mockRestore()
}

test('T57 the monitor hears of each call at once, and once, asleep between every two steps', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const { numbers } = pushesOf(bar)
  const id = await call(bar, ana)
  await seen(async () => (await confirmed(bar)) === 1)
  await bar.sleep()
  await call(bar, bia)
  await seen(async () => (await confirmed(bar)) === 2)
  await bar.sleep()
  // Somebody who is on their way has not resolved it.
  await bar.room.answerHelp(ana.id, id, 'coming', null)
  await bar.room.answerHelp(ana.id, id, 'resolved', null)
  await seen(async () => (await confirmed(bar)) === 1)
  await bar.sleep()
  await bar.leave(bia)
  await seen(async () => (await confirmed(bar)) === 0)
  await bar.ringAfter(CALLS_PUSHED_AGAIN_MS)
  expect(numbers()).toEqual([1, 2, 1, 0])
})

test('T57 a call reaches the monitor while it answers neither the numbers nor an earlier call', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const expireCalls = holdCallTimeouts()
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const never = () => new Promise<never>(() => {})
  const counts = vi.spyOn(Monitor.prototype, 'pushCounts').mockImplementation(never)
  const { pushed, numbers } = pushesOf(bar)
  pushed.mockImplementation(never)
  await bar.ring()
  await call(bar, ana)
  await seen(() => numbers().length === 1)
  await call(bar, bia)
  await seen(() => numbers().length === 2)
  expect(numbers()).toEqual([1, 2])
  expect(await confirmed(bar)).toBe(0)

  // Not before the time of the last push is over.
  await bar.ringAfter(CALLS_PUSHED_AGAIN_MS)
  expect(numbers()).toEqual([1, 2])
  for (const held of [counts, pushed]) held.mockRestore()
  const again = pushesOf(bar)
  expireCalls()
  await seen(async () => {
    await bar.ringAfter(CALLS_PUSHED_AGAIN_MS)
    return (await confirmed(bar)) === 2
  })
  expect(again.numbers()).toEqual([2])
})

test('T57 a call that the room did not live to push is pushed by the alarm', async () => {
  // A push of its numbers may be under way when the room crashes.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const [bar, ana] = await Bar.seated('Ana')
  const { pushed } = pushesOf(bar)
  pushed.mockImplementation(() => new Promise(() => {}))
  const now = Date.now()
  await call(bar, ana)
  expect(await bar.alarm()).toBeLessThanOrEqual(now + CALLS_PUSHED_AGAIN_MS)
  await bar.crash()
  pushed.mockRestore()
  await bar.ringAfter(CALLS_PUSHED_AGAIN_MS)
  await seen(async () => (await confirmed(bar)) === 1)
})

test('T57 the file of a room stays until the monitor knows of no call in it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const [bar, ana] = await Bar.seated('Ana')
  await call(bar, ana)
  await seen(async () => (await confirmed(bar)) === 1)
  const { pushed } = pushesOf(bar)
  pushed.mockRejectedValue(new Error('away'))
  await bar.leave(ana)
  await bar.pushed(0, 0)
  await bar.ringAfter(TIMINGS.visitMs)
  expect(await bar.tables()).toContain('room')
  pushed.mockRestore()
  await seen(async () => {
    await bar.ringAfter(CALLS_PUSHED_AGAIN_MS)
    return (await bar.tables()).length === 0
  })
})

test('T57 a call reaches the monitor after the answer about the end of an earlier one was lost', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const id = await call(bar, ana)
  await seen(async () => (await confirmed(bar)) === 1)
  await losingAnswers(() => bar.room.answerHelp(ana.id, id, 'resolved', null))
  expect(await shownOf(bar)).toBe(0)
  await call(bar, bia)
  await seen(async () => (await shownOf(bar)) === 1)
})

test('T57 a withdrawn call leaves the monitor after the answer about it was lost, and the file waits', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  let id = ''
  await losingAnswers(async () => {
    id = await call(bar, ana)
  })
  expect(await shownOf(bar)).toBe(1)
  const { pushed } = pushesOf(bar)
  pushed.mockRejectedValue(new Error('away'))
  await bar.room.withdrawHelp(ana.visit, id)
  await bar.leave(ana)
  await bar.pushed(0, 0)
  await bar.ringAfter(TIMINGS.visitMs)
  expect(await bar.tables()).toContain('room')
  pushed.mockRestore()
  await seen(async () => {
    await bar.ringAfter(CALLS_PUSHED_AGAIN_MS)
    return (await bar.tables()).length === 0
  })
  expect(await shownOf(bar)).toBe(0)
})
