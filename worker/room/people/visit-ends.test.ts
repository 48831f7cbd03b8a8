import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { mintMediaKey } from '#worker/media/keys.ts'

const UNJOINED_MS = LIMITS.unjoinedMinutes * 60_000

test('T12 a visit ends after four hours offline; a connected person is not offline', async () => {
  stopClock()
  const bar = await Bar.open()
  const [ana, bia] = [await bar.admit('Ana'), await bar.seat('Bia')]
  await lastSeen(bar, bia, 5 * TIMINGS.visitOfflineMs)
  await lastSeen(bar, ana, TIMINGS.visitOfflineMs - 60_000)
  await bar.ring()
  expect(await names(bar)).toEqual(['Ana', 'Bia'])
  expect(Date.now() - Number(await bar.get(bia, 'last_seen'))).toBeLessThan(60_000)
  await lastSeen(bar, ana, TIMINGS.visitOfflineMs)
  await bar.ring()
  expect(await names(bar)).toEqual(['Bia'])
  await bia.page.event('left')
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

test('T12 T51 the alarm is set for the end of a grace, of an unjoined profile and of an offline visit', async () => {
  stopClock()
  const [bar, ana] = await Bar.admitted('Ana')
  const enteredAt = Date.now()
  await expect.poll(() => nextAlarm(bar)).toBe(enteredAt + TIMINGS.offlineGraceMs)
  passTime(TIMINGS.offlineGraceMs)
  await expect.poll(() => nextAlarm(bar)).toBe(enteredAt + UNJOINED_MS)
  await lastSeen(bar, ana, TIMINGS.lastSeenWrittenMs + 60_000)
  // The hour of this visit is saved when it has passed.
  await bar.sql('DELETE FROM outbox')
  const seenAt = Date.now() - TIMINGS.lastSeenWrittenMs - 60_000
  await expect.poll(() => nextAlarm(bar)).toBe(seenAt + TIMINGS.visitOfflineMs)
})

/** Rings once, and returns the time of the alarm that it has set. */
async function nextAlarm(bar: Bar): Promise<number | null> {
  await bar.ring()
  return bar.alarm()
}

async function lastSeen(bar: Bar, { id }: Person, agoMs: number): Promise<void> {
  const at = Date.now() - agoMs
  await bar.sql('UPDATE bar_profiles SET last_seen = ?, online_until = ? WHERE id = ?', at, at, id)
  await bar.sleep()
}

const names = async (bar: Bar): Promise<unknown[]> =>
  (await bar.sql('SELECT name FROM bar_profiles ORDER BY name')).map(({ name }) => name)
