import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { toThumbnail } from '#contract/face.ts'
import { countKept, keepPhoto } from '#test/worker/photos.ts'
import { Bar } from '#test/worker/room-client.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { mintMediaKey } from '#worker/media/keys.ts'

beforeEach(stopClock)

const RETRY_LAST_MS = 60_000

const noted = async (bar: Bar) =>
  (await bar.sql("SELECT id FROM outbox WHERE kind = 'photo'")).map(({ id }) => id)

test.each([
  [
    'refuses',
    (bar: Bar) => bar.sleep(),
    () => Promise.reject(new Error('R2 is away')),
    ['photo_not_erased'],
  ],
  // The room dies while it waits for the answer.
  ['never answers', (bar: Bar) => bar.crash(), () => new Promise(() => {}), []],
])(
  'R20 a photo that R2 %s to erase is erased with a later alarm, and the file is kept until then',
  async (_, end, answer, logs) => {
    const bar = await Bar.open()
    const photo = await keepPhoto()
    const ana = await bar.seat('Ana', { photo: photo.path })
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const erase = vi.spyOn(Object.getPrototypeOf(env.MEDIA), 'delete').mockImplementation(answer)
    // Rooms of other tests in this isolate erase photos too.
    const tries = () =>
      erase.mock.calls.filter(([keys]) => [keys].flat().includes(photo.keys[0])).length
    await bar.leave(ana)
    await expect.poll(tries).toBe(1)
    await end(bar)
    expect([await noted(bar), await countKept(photo.keys)]).toEqual([[photo.path], 2])
    const events = new Set(logged.mock.calls.map(([line]) => JSON.parse(line).event))
    expect([...events]).toEqual(logs)

    erase.mockRestore()
    expect(await bar.ringAfter(RETRY_LAST_MS)).toBe(true)
    await expect.poll(() => countKept(photo.keys)).toBe(0)
    // The last visit has ended: with the last photo the file goes too.
    await expect.poll(() => bar.tables()).toEqual([])
  },
)

test('R20 an edit that fails erases no photo; one that succeeds erases the photo that it replaces', async () => {
  const bar = await Bar.open()
  const [former, current] = [await keepPhoto(), await keepPhoto()]
  const ana = await bar.seat('Ana', { photo: former.path })
  await bar.sql(`CREATE TRIGGER poison AFTER INSERT ON outbox
      BEGIN SELECT RAISE(ABORT, 'poison'); END`)
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  await runInDurableObject(bar.room, (room) => {
    expect(() => room.edit(ana.visit, { photo: current.path })).toThrow('SQLITE_CONSTRAINT_TRIGGER')
  })
  expect(logged).toHaveBeenCalledOnce()
  expect([await noted(bar), await countKept(former.keys)]).toEqual([[], 2])
  expect(await bar.room.ownData(ana.visit)).toMatchObject({
    data: { person: { photo: former.path } },
  })
  await bar.sql('DROP TRIGGER poison')
  expect(await bar.room.edit(ana.visit, { photo: current.path })).toMatchObject({ ok: true })
  await expect.poll(() => countKept(former.keys)).toBe(0)
  await bar.photosErased()
  expect(await countKept(current.keys)).toBe(2)
})

test('R20 many photos are erased five hundred at a time, each with its thumbnail', async () => {
  const bar = await Bar.open()
  const photo = await keepPhoto()
  const ana = await bar.seat('Ana', { photo: photo.path })
  await bar.seat('Bia')
  const keys = Array.from({ length: 2_500 }, () => mintMediaKey('profiles', 'image/webp'))
  await runInDurableObject(bar.room, (_, { storage: { sql } }) => {
    for (const key of keys)
      sql.exec(
        "INSERT INTO outbox (kind, id, body, due_at, failures) VALUES ('photo', ?, '', 0, 0)",
        `/media/${key}`,
      )
  })
  const erase = vi.spyOn(Object.getPrototypeOf(env.MEDIA), 'delete')
  await bar.leave(ana)
  await bar.photosErased()
  // Rooms of other tests in this isolate erase photos too.
  const own = new Set<unknown>([...photo.keys, ...keys, ...keys.map(toThumbnail)])
  const sizes = erase.mock.calls
    .map(([erased]) => [erased].flat().filter((key) => own.has(key)).length)
    .filter((size) => size > 0)
  expect(Math.max(...sizes)).toBe(1_000)
  expect(sizes.reduce((sum, size) => sum + size)).toBe(2 * 2_501)
  expect(sizes.length).toBeLessThanOrEqual(7)
})
