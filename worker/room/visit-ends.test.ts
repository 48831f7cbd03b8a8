import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { fillBar } from '#test/worker/full-bar.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { runs, within } from '#test/worker/runs.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { mintMediaKey } from '#worker/media/keys.ts'

const UNJOINED_MS = LIMITS.unjoinedMinutes * 60_000

test('T12 a visit ends after four hours offline, and not before', async () => {
  const bar = await Bar.open()
  const [ana, bia] = [await bar.admit('Ana'), await bar.seat('Bia')]
  await lastSeen(bar, ana, TIMINGS.visitOfflineMs - 60_000)
  await bar.ring()
  expect(await names(bar)).toEqual(['Ana', 'Bia'])
  await lastSeen(bar, ana, TIMINGS.visitOfflineMs)
  await bar.ring()
  expect(await names(bar)).toEqual(['Bia'])
  await bia.page.event('left')
})

test('T12 who stays connected is not offline, however long ago that was written down', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  await lastSeen(bar, ana, 5 * TIMINGS.visitOfflineMs)
  await bar.sleep()
  await bar.ring()
  expect(await names(bar)).toEqual(['Ana'])
  const seen = await seenAt(bar, ana)
  expect(Date.now() - seen).toBeLessThan(60_000)
})

test('T12 a visit ends after sixteen hours, on an open socket too, where a frame does nothing', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bar.set(ana, 'expires_at', Date.now() - 1_000)
  ana.say(bia, 'ainda aqui?')
  expect(await ana.page.closeCode()).toBe(CLOSE.unknownVisit)
  // The alarm is due at once and may be running already.
  await bar.ring()
  await expect.poll(() => names(bar)).toEqual(['Bia'])
  await bia.page.settle()
  expect(bia.page.all('message')).toEqual([])
})

test('T12 the alarm is set for the end of an offline visit', async () => {
  const [bar, ana] = await Bar.admitted('Ana')
  await lastSeen(bar, ana, TIMINGS.lastSeenWrittenMs + 60_000)
  const due = (await seenAt(bar, ana)) + TIMINGS.visitOfflineMs
  // She was here in this hour, which is saved when it has passed.
  await bar.sql('DELETE FROM hours')
  // The first alarm also writes down who is online and that the monitor knows of the bar.
  await expect
    .poll(async () => {
      await bar.ring()
      return bar.alarm()
    })
    .toBe(due)
})

test('when the last visit has ended the room erases its whole file, and can begin anew', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await ana.tell(bia, 'tchau')
  for (const person of [ana, bia]) await bar.room.startLeaving(person.visit)
  for (const person of [ana, bia]) await person.page.until(() => person.page.closed)
  await expect.poll(() => bar.tables()).toEqual([])
  expect(await bar.alarm()).toBeNull()

  const caio = await bar.seat('Caio')
  expect(await caio.page.get('snapshot')).toMatchObject({ people: [], total: 1 })
})

test('many visits that end at once end at most 250 an alarm, each alarm at once after the other', {
  timeout: within(60_000),
}, async () => {
  stopClock()
  const count = runs(1_000, 20_000)
  const [bar, zeca] = await Bar.seated('Zeca')
  await fillBar(bar, count)
  await bar.sql('UPDATE bar_profiles SET expires_at = ? WHERE id <> ?', Date.now() - 1, zeca.id)
  await bar.sleep()
  const look = () =>
    runInDurableObject(bar.room, async (_, { storage }) => ({
      left: storage.sql.exec<{ n: number }>('SELECT count(*) AS n FROM bar_profiles').one().n,
      alarm: await storage.getAlarm(),
    }))
  const sizes: number[] = []
  let { left, alarm } = await look()
  while (left > 1) {
    expect(await bar.ring()).toBe(true)
    const before = left
    ;({ left, alarm } = await look())
    sizes.push(before - left)
    if (left > 1) expect(alarm).toBeLessThanOrEqual(Date.now() + 100)
  }
  expect(new Set(sizes)).toEqual(new Set([250]))
  // Each end is broadcast, though many share a frame. Each photo is erased or waits for it.
  await zeca.page.until(() => zeca.page.events().length === count)
  await bar.photosErased()
  expect(alarm).toBeGreaterThan(Date.now() + 100)
})

test('T51 a profile that no socket has joined ends after ten minutes, and its photo with it', async () => {
  stopClock()
  const bar = await Bar.open()
  const photo = `/media/${mintMediaKey('profiles', 'image/webp')}`
  await bar.admit('Ninguém', { photo })
  const again = await bar.admit('Só pelo pedido')
  const [here, gone] = [await bar.seat('Está'), await bar.seat('Esteve')]
  gone.page.close()
  const ring = async () => {
    await bar.ring()
    return names(bar)
  }
  await expect.poll(async () => (await bar.room.recognise(gone.device)).ok).toBe(true)
  passTime(TIMINGS.offlineGraceMs + 1_000)
  await ring()
  passTime(UNJOINED_MS - TIMINGS.offlineGraceMs - 2_000)
  await here.connect()
  await bar.room.continueAs(again.device)
  expect(await ring()).toHaveLength(4)
  await bar.sleep()
  passTime(2_000)
  expect(await ring()).toEqual(['Esteve', 'Está'])
  await bar.photosErased()
  passTime(UNJOINED_MS)
  expect(await ring()).toEqual(['Esteve', 'Está'])
})

test('T51 the alarm is set for the end of a profile that no socket has joined', async () => {
  stopClock()
  const [bar] = await Bar.admitted('Ana')
  const due = Date.now() + UNJOINED_MS
  passTime(TIMINGS.offlineGraceMs)
  // The first alarm also writes down who is online and that the monitor knows of the bar.
  await expect
    .poll(async () => {
      await bar.ring()
      return bar.alarm()
    })
    .toBe(due)
})

async function lastSeen(bar: Bar, { id }: Person, agoMs: number): Promise<void> {
  await runInDurableObject(bar.room, (_, { storage }) => {
    const at = Date.now() - agoMs
    storage.sql.exec(
      'UPDATE bar_profiles SET last_seen = ?, online_until = ? WHERE id = ?',
      at,
      at,
      id,
    )
  })
  await bar.sleep()
}

const seenAt = (bar: Bar, { id }: Person): Promise<number> =>
  runInDurableObject(
    bar.room,
    (_, { storage }) =>
      storage.sql
        .exec<{ at: number }>('SELECT last_seen AS at FROM bar_profiles WHERE id = ?', id)
        .one().at,
  )

const names = (bar: Bar): Promise<string[]> =>
  runInDurableObject(bar.room, (_, { storage }) =>
    storage.sql
      .exec<{ name: string }>('SELECT name FROM bar_profiles ORDER BY name')
      .toArray()
      .map(({ name }) => name),
  )
