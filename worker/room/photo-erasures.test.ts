import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { toThumbnail } from '#contract/face.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { mintMediaKey } from '#worker/media/keys.ts'

beforeEach(stopClock)

const RETRY_LAST_MS = 60_000

async function aPhoto(): Promise<{ keys: string[]; path: string }> {
  const key = mintMediaKey('profiles', 'image/webp')
  const keys = [key, toThumbnail(key)]
  for (const one of keys) await env.MEDIA.put(one, 'x')
  return { keys, path: `/media/${key}` }
}

/** How many of photo and thumbnail R2 has. */
const kept = async ({ keys }: { keys: string[] }): Promise<number> =>
  (await Promise.all(keys.map((key) => env.MEDIA.head(key)))).filter(Boolean).length

/** R2 as the room reaches it: `fail` says what becomes of the next deletions, `tries` counts those of `key`. */
function watchDeletions(key: string) {
  const erase = vi.spyOn(Object.getPrototypeOf(env.MEDIA), 'delete')
  return {
    erase,
    fail: () => erase.mockRejectedValue(new Error('R2 is away')),
    // Rooms of other tests in this isolate erase photos too.
    tries: () => erase.mock.calls.filter(([keys]) => [keys].flat().includes(key)).length,
  }
}

const noted = async (bar: Bar) =>
  (await bar.sql('SELECT path FROM photo_erasures')).map(({ path }) => path)

test('R20 a photo that R2 did not erase is erased later, across a sleep, and the file is kept until then', async () => {
  const bar = await Bar.open()
  const photo = await aPhoto()
  const ana = await bar.seat('Ana', { photo: photo.path })
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { erase, fail, tries } = watchDeletions(photo.keys[0] ?? '')
  fail()
  await bar.leave(ana)
  await expect.poll(tries).toBe(1)
  await bar.sleep()
  expect(await noted(bar)).toEqual([photo.path])
  expect(await bar.ring()).toBe(true)
  await expect.poll(tries).toBe(2)
  expect(await kept(photo)).toBe(2)
  expect(logged.mock.calls.map(([line]) => JSON.parse(line).event)).toContain('photo_not_erased')

  erase.mockRestore()
  passTime(RETRY_LAST_MS)
  expect(await bar.ring()).toBe(true)
  await expect.poll(() => kept(photo)).toBe(0)
  // The last visit has ended: with the last photo the file goes too.
  await expect.poll(() => bar.tables()).toEqual([])
})

test('R20 a room that dies between the end of a visit and R2 erases the photo with its next alarm', async () => {
  const bar = await Bar.open()
  const photo = await aPhoto()
  const ana = await bar.seat('Ana', { photo: photo.path })
  await bar.seat('Bia')
  const { erase, tries } = watchDeletions(photo.keys[0] ?? '')
  // R2 never answers, as if the room had died while it asked.
  erase.mockReturnValue(new Promise(() => {}))
  await bar.leave(ana)
  await expect.poll(tries).toBe(1)
  erase.mockRestore()
  await bar.crash()
  expect(await noted(bar)).toEqual([photo.path])
  expect(await bar.ring()).toBe(true)
  await expect.poll(() => kept(photo)).toBe(0)
  await bar.photosErased()
})

test('R20 a photo that was replaced is erased, and the one that replaced it stays', async () => {
  const bar = await Bar.open()
  const [former, current] = [await aPhoto(), await aPhoto()]
  const ana = await bar.seat('Ana', { photo: former.path })
  expect((await bar.room.edit(ana.visit, { photo: current.path })).ok).toBe(true)
  await expect.poll(() => kept(former)).toBe(0)
  await bar.photosErased()
  expect(await kept(current)).toBe(2)
})

test('R20 an edit that fails erases no photo', async () => {
  const bar = await Bar.open()
  const photo = await aPhoto()
  const ana = await bar.seat('Ana', { photo: photo.path })
  await bar.sql(`CREATE TRIGGER poison AFTER INSERT ON photo_erasures
      BEGIN SELECT RAISE(ABORT, 'poison'); END`)
  const { path: other } = await aPhoto()
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  await runInDurableObject(bar.room, (room) => {
    expect(() => room.edit(ana.visit, { photo: other })).toThrow('SQLITE_CONSTRAINT_TRIGGER')
  })
  expect(logged).toHaveBeenCalledOnce()
  expect(await noted(bar)).toEqual([])
  expect(await bar.room.ownData(ana.visit)).toMatchObject({
    data: { person: { photo: photo.path } },
  })
  expect(await kept(photo)).toBe(2)
})

test('many photos are erased five hundred at a time, each with its thumbnail', async () => {
  const bar = await Bar.open()
  const ana = await bar.seat('Ana', { photo: (await aPhoto()).path })
  await bar.seat('Bia')
  await runInDurableObject(bar.room, (_, { storage: { sql } }) => {
    for (let number = 0; number < 2_500; number += 1) {
      const path = `/media/${mintMediaKey('profiles', 'image/webp')}`
      sql.exec('INSERT INTO photo_erasures (path) VALUES (?)', path)
    }
  })
  const erase = vi.spyOn(Object.getPrototypeOf(env.MEDIA), 'delete')
  await bar.leave(ana)
  await bar.photosErased()
  const sizes = erase.mock.calls.map(([keys]) => (keys as string[]).length)
  expect(Math.max(...sizes)).toBe(1_000)
  expect(sizes.reduce((sum, size) => sum + size)).toBe(2 * 2_501)
  expect(sizes.length).toBeLessThanOrEqual(7)
})
