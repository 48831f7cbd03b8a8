import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { Guest, Venue } from '#test/worker/room-client.ts'
import { runs, within } from '#test/worker/runs.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { mintMediaKey } from '#worker/media/keys.ts'

beforeEach(stopClock)

test('a paused bar lets nobody new in, and those inside go on', async () => {
  const venue = await Venue.open()
  const [ana, bia] = [await venue.seat('Ana'), await venue.seat('Bia')]
  await pause(venue, true)
  const late = new Guest(venue, 'Caio')
  expect(await venue.enter(late)).toEqual({ ok: false, code: 'bar_paused' })
  await venue.sleep()
  expect(await venue.enter(late)).toEqual({ ok: false, code: 'bar_paused' })
  ana.say(bia, 'ainda aqui')
  await bia.page.get('message')
  expect(await venue.room.continueAs(ana.device)).toMatchObject({ ok: true })
  await ana.connect()
  await pause(venue, false)
  expect(await venue.enter(late)).toMatchObject({ ok: true })
})

test('a bar that was paused before anybody came is not even remembered by its room', async () => {
  const venue = await Venue.open()
  await pause(venue, true)
  expect(await venue.enter(new Guest(venue, 'Ana'))).toEqual({ ok: false, code: 'bar_paused' })
  expect(await stored(venue)).toEqual({ tables: [], alarm: null })
  await pause(venue, false)
  expect(await venue.enter(new Guest(venue, 'Ana'))).toMatchObject({ ok: true })
})

test('T46 whoever enters while a bar is paused or deleted is in before it or not at all', {
  timeout: within(60_000),
}, async () => {
  const act = fc.constantFrom('pause', 'open', 'delete', 'enter', 'enter', 'enter')
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 10 }), async (acts) => {
      const venue = await Venue.open()
      let isGone = false
      await Promise.all(
        acts.map(async (what, index) => {
          if (what === 'enter') return venue.enter(new Guest(venue, `Pessoa ${index}`))
          isGone ||= what === 'delete'
          return what === 'delete' ? remove(venue) : pause(venue, what === 'pause')
        }),
      )
      const row = await env.DB.prepare(
        'SELECT paused_at IS NOT NULL AS paused, deleted_at AS gone FROM bars WHERE id = ?',
      )
        .bind(venue.barId)
        .first<{ paused: number; gone: number | null }>()
      const expected = isGone ? 'bar_not_found' : row?.paused ? 'bar_paused' : 'in'
      const answer = await venue.enter(new Guest(venue, 'Depois'))
      expect(answer.ok ? 'in' : answer.code).toBe(expected)
      if (isGone) expect(await stored(venue)).toEqual({ tables: [], alarm: null })
    }),
    { numRuns: runs(60, 1_000) },
  )
})

test('R31 when a bar is deleted everybody gets `ended`, and nothing of it is left', async () => {
  const venue = await Venue.open()
  const photo = '/media/profiles/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.webp'
  await env.MEDIA.put(photo.slice('/media/'.length), 'x')
  const ana = new Guest(venue, 'Ana')
  await venue.enter(ana, { photo })
  await ana.connect()
  const bia = await venue.seat('Bia')
  const asleep = await venue.admit('Caio')
  ana.say(bia, 'oi')
  await bia.page.get('message')
  const old = venue.room

  await remove(venue)
  expect(await ana.page.get('ended')).toMatchObject({
    reason: 'closed',
    erased: { profiles: 1, photos: 1, messages: 1 },
  })
  expect(await bia.page.get('ended')).toMatchObject({ erased: { photos: 0, messages: 1 } })
  for (const { page } of [ana, bia]) {
    expect(await page.until(() => page.closed)).toMatchObject({ code: CLOSE.visitEnded })
    expect(page.events().filter(({ kind }) => kind === 'left')).toEqual([])
  }
  expect(await stored(venue)).toEqual({ tables: [], alarm: null })
  expect(await env.MEDIA.head(photo.slice('/media/'.length))).toBeNull()

  // A stub from before, a device's key, a new page.
  const gone = { ok: false, code: 'visit_ended' }
  expect(await old.history(ana.visit, bia.id, {})).toEqual(gone)
  expect(await old.ownData(bia.visit)).toEqual(gone)
  expect(await old.startLeaving(asleep.visit)).toEqual(gone)
  expect(await old.recognise(ana.device)).toEqual({ ok: false, code: 'person_not_found' })
  expect(await venue.enter(new Guest(venue, 'Davi'))).toEqual({ ok: false, code: 'bar_not_found' })
  expect((await asleep.connect()).closed?.code).toBe(CLOSE.unknownVisit)
  expect(await stored(venue)).toEqual({ tables: [], alarm: null })
  await venue.sleep()
  expect(await stored(venue)).toEqual({ tables: [], alarm: null })
})

test('R20 R31 a photo that R2 did not erase with its bar is erased by the next attempt', async () => {
  const venue = await Venue.open()
  const photo = `/media/${mintMediaKey('profiles', 'image/webp')}`
  await env.MEDIA.put(photo.slice('/media/'.length), 'x')
  await venue.enter(new Guest(venue, 'Ana'), { photo })
  const erase = vi.spyOn(Object.getPrototypeOf(env.MEDIA), 'delete')
  erase.mockRejectedValueOnce(new Error('R2 is away'))
  await expect(remove(venue)).rejects.toThrow('R2 is away')
  expect((await stored(venue)).tables).not.toEqual([])
  await remove(venue)
  expect(await env.MEDIA.head(photo.slice('/media/'.length))).toBeNull()
  expect(await stored(venue)).toEqual({ tables: [], alarm: null })
})

test('R8 R31 a row that cannot be read keeps no bar from being deleted', async () => {
  const venue = await Venue.open()
  const ana = await venue.seat('Ana')
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  await runInDurableObject(venue.room, (_, { storage }) => {
    storage.sql.exec("UPDATE bar_profiles SET photo_times = '{'")
  })
  await venue.sleep()
  await remove(venue)
  log.mockRestore()
  expect(await ana.page.get('ended')).toMatchObject({ reason: 'closed' })
  expect(await stored(venue)).toEqual({ tables: [], alarm: null })
})

async function pause(venue: Venue, paused: boolean): Promise<void> {
  await env.DB.prepare('UPDATE bars SET paused_at = ? WHERE id = ?')
    .bind(paused ? 1 : null, venue.barId)
    .run()
  await venue.room.barChanged(venue.barId)
}

async function remove(venue: Venue): Promise<void> {
  await env.DB.prepare('UPDATE bars SET deleted_at = 1 WHERE id = ?').bind(venue.barId).run()
  await venue.room.barChanged(venue.barId)
}

function stored(venue: Venue): Promise<{ tables: unknown[]; alarm: number | null }> {
  return runInDurableObject(venue.room, async (_, { storage }) => ({
    tables: storage.sql
      .exec(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'",
      )
      .toArray(),
    alarm: await storage.getAlarm(),
  }))
}
