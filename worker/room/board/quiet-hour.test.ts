import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts'
import { CLOSE } from '#contract/protocol.ts'
import { noteFigures } from '#test/worker/figures.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { countRows } from '#test/worker/room-rows.ts'
import { isFullSize } from '#test/worker/runs.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { Monitor } from '#worker/monitor/monitor.ts'

/** A room of silent people wakes some eighty times an hour. */
const BARS = isFullSize()
  ? { left: 480, offline: 480, silent: 40 }
  : { left: 1, offline: 1, silent: 1 }
const SILENT_PEOPLE = ['Ana', 'Bia', 'Caio']

/** Opens bars one after another. */
async function openBars(count: number, fill: (bar: Bar) => Promise<void>): Promise<Bar[]> {
  const bars: Bar[] = []
  while (bars.length < count) {
    const bar = await Bar.open()
    await fill(bar)
    bars.push(bar)
  }
  return bars
}

/** Lets time pass in all rooms and rings each alarm when it is due. Returns how many rang in each room. */
async function letTimePass(bars: readonly Bar[], ms: number): Promise<Map<Bar, number>> {
  const until = Date.now() + ms
  const rang = new Map(bars.map((bar) => [bar, 0]))
  const due = new Map<Bar, number>()
  const readAlarm = async (bar: Bar) => {
    const at = await bar.alarm()
    if (at === null || at > until) due.delete(bar)
    else due.set(bar, at)
  }
  for (const bar of bars) await readAlarm(bar)
  while (due.size > 0) {
    const [bar, at] = [...due].reduce((one, other) => (other[1] < one[1] ? other : one))
    vi.setSystemTime(Math.max(at, Date.now()))
    await bar.sleep()
    await bar.ring()
    rang.set(bar, (rang.get(bar) ?? 0) + 1)
    await readAlarm(bar)
  }
  vi.setSystemTime(until)
  return rang
}

/** The platform notes a ping without waking the room. Its own clock is not the test's. */
async function letEverybodyPing(bar: Bar): Promise<void> {
  await runInDurableObject(bar.room, (_, state) => {
    const prototype = Object.getPrototypeOf(state) as DurableObjectState
    vi.spyOn(prototype, 'getWebSocketAutoResponseTimestamp').mockImplementation(() => new Date())
  })
}

test('B6 in a quiet hour a room calls only D1, once, though it is evicted before every alarm', async (context) => {
  stopClock()
  const people: Person[] = []
  const left = await openBars(BARS.left, async (bar) => {
    await bar.leave(await bar.seat('Ana'))
    await bar.erased()
  })
  const offline = await openBars(BARS.offline, async (bar) => {
    const ana = await bar.seat('Ana')
    await ana.close(CLOSE.pageClosed)
  })
  const silent = await openBars(BARS.silent, async (bar) => {
    for (const name of SILENT_PEOPLE) people.push(await bar.seat(name))
  })
  const bars = [...left, ...offline, ...silent]
  const [first] = silent as [Bar]
  await letEverybodyPing(first)
  // The first minutes push the numbers and end a grace.
  await letTimePass(bars, 10 * MINUTE_MS)

  const pushed = vi.spyOn(Monitor.prototype, 'pushCounts')
  const media = (['get', 'put', 'delete'] as const).map((name) =>
    vi.spyOn(Object.getPrototypeOf(env.MEDIA), name),
  )
  const statement = Object.getPrototypeOf(env.DB.prepare('SELECT 1'))
  const asked = (['first', 'all', 'run', 'raw'] as const).map((name) => vi.spyOn(statement, name))
  const saved = vi.spyOn(Object.getPrototypeOf(env.DB), 'batch')
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const frames = () => people.reduce((sum, { page }) => sum + page.raw.length, 0)
  const before = frames()
  const rows = await countRows(first)
  const rang = await letTimePass(bars, HOUR_MS)
  const { inAll } = await rows.take()

  const alarms = (some: readonly Bar[]) => some.map((bar) => rang.get(bar) ?? 0)
  const most = (some: readonly Bar[]) => Math.max(...alarms(some))
  noteFigures(context, {
    rooms: bars.length,
    'alarms of a room that all have left': most(left),
    'alarms of a room whose person is offline': most(offline),
    'alarms of a room with three silent people': most(silent),
    'rows written': inAll.written,
    'calls of D1': saved.mock.calls.length,
    'timers set': timers.mock.calls.length,
  })
  const peopled = BARS.offline + BARS.silent
  const calls = [pushed, ...media, ...asked].map(({ mock }) => mock.calls.length)
  expect(calls).toEqual(calls.map(() => 0))
  expect(saved).toHaveBeenCalledTimes(peopled)
  // One limits the call, one limits its first attempt.
  expect(timers).toHaveBeenCalledTimes(2 * peopled)
  expect(frames()).toBe(before)
  expect([most(left), most(offline)]).toEqual([0, 2])
  expect(Math.min(...alarms(silent))).toBeGreaterThanOrEqual(60)
  expect(most(silent)).toBeLessThanOrEqual(90)
  // The saved hour leaves the outbox and the hours; the next one begins where people are online.
  expect(inAll.written).toBe(2 * BARS.offline + 4 * BARS.silent)
})
