import { beforeEach, expect, test } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

async function lastMoment(bar: Bar): Promise<void> {
  await bar.sql('UPDATE bar_profiles SET last_seen = last_seen - 60000, online_until = 1')
  await bar.sleep()
  await bar.ring()
}

const graceOf = async (bar: Bar, person: Person): Promise<number> =>
  Number(await bar.get(person, 'online_until')) - Date.now()

test('R5 R23 a connection that the room lost in a crash has the grace of any lost connection', async () => {
  const [bar, ana, bia, , davi] = await Bar.seated('Ana', 'Bia', 'Caio', 'Davi')
  await bia.turn('hidden')
  await lastMoment(bar)
  passTime(1)
  await davi.close(3000)
  await expect.poll(() => graceOf(bar, davi)).toBeGreaterThan(0)
  await bar.set(davi, 'online_until', 1)
  // A room that sleeps and wakes with its sockets grants no grace.
  expect(await graceOf(bar, ana)).toBeLessThan(0)
  // A deploy does the same: every socket is gone, and no handler ran.
  await bar.crash()

  expect(await graceOf(bar, ana)).toBeGreaterThan(1_000)
  expect(await graceOf(bar, ana)).toBeLessThanOrEqual(TIMINGS.offlineGraceMs)
  expect(await graceOf(bar, bia)).toBeGreaterThan(TIMINGS.hiddenGraceMs - 60_000)
  expect((await ana.look()).online).toBe(3)
  expect(await bar.alarm()).toBeLessThanOrEqual(Date.now() + TIMINGS.offlineGraceMs)
})

test('R5 R23 a page that reconnected while the list stayed the same has a grace after a crash', async () => {
  const [bar, ana] = await Bar.seated('Ana', 'Bia')
  await bar.ring()
  passTime(1_000)
  await ana.close()
  await ana.connect()
  passTime(TIMINGS.offlineGraceMs)
  await bar.ring()
  await bar.crash()
  expect(await graceOf(bar, ana)).toBe(TIMINGS.offlineGraceMs)
})

test('R5 R23 a person whose last sign of life was just stored has a grace after a crash', async () => {
  const [bar, ana] = await Bar.seated('Ana', 'Bia')
  await bar.ring()
  passTime(1_000)
  await bar.set(ana, 'last_seen', Date.now() - TIMINGS.lastSeenWrittenMs)
  await bar.set(ana, 'online_until', 1)
  await bar.ring()
  expect(await bar.get(ana, 'last_seen')).toBe(Date.now())
  await bar.crash()
  expect(await graceOf(bar, ana)).toBe(TIMINGS.offlineGraceMs)
})

test('R5 R23 a hidden page has five minutes after a crash, however long the list has stayed the same', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bia.turn('hidden')
  passTime(1)
  await bar.ring()
  const { hiddenGraceMs, offlineGraceMs } = TIMINGS
  passTime(2 * hiddenGraceMs)
  await bar.crash()
  expect([await graceOf(bar, ana), await graceOf(bar, bia)]).toEqual([
    offlineGraceMs,
    hiddenGraceMs,
  ])
})

test('going offline is broadcast once, whether the room sleeps before or after it', async () => {
  const [bar, ana, bia, caio] = await Bar.seated('Ana', 'Bia', 'Caio')
  const toldOffline = () =>
    ana.page
      .events()
      .flatMap((event) =>
        event.kind === 'presence' && !event.person.online ? event.person.name : [],
      )
  const drop = async ({ page }: Person) => {
    page.close()
    await page.until(() => page.closed)
    await bar.ring()
    await bar.sleep()
    await bar.ringAfter(TIMINGS.offlineGraceMs + 1)
    await ana.page.settle()
  }
  await drop(bia)
  expect(toldOffline()).toEqual(['Bia'])
  await bar.sleep()
  await bar.ring()
  await ana.page.settle()
  expect(toldOffline()).toEqual(['Bia'])
  await drop(caio)
  expect(toldOffline()).toEqual(['Bia', 'Caio'])
})

test('a room that wakes where nobody was connected writes nothing and sets no other alarm', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  await ana.close()
  await bar.ringAfter(TIMINGS.offlineGraceMs + 1)
  const look = async () => ({
    noted: await bar.sql('SELECT connected_at, connected FROM room'),
    alarmAt: await bar.alarm(),
  })
  const before = await look()
  expect(before.noted).toEqual([{ connected_at: Date.now(), connected: '[]' }])
  passTime(60_000)
  await bar.sleep()
  expect(await look()).toEqual(before)
})
