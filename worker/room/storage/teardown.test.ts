import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { countKept, keepPhoto } from '#test/worker/photos.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'

beforeEach(stopClock)

/** Of a room that has erased everything. */
const NOTHING = { tables: [], alarm: null }
const stored = async (bar: Bar) => ({ tables: await bar.tables(), alarm: await bar.alarm() })

test('a paused bar lets nobody new in, and those inside go on', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await pause(bar, true)
  const late = new Person(bar, 'Caio')
  expect(await bar.enter(late)).toEqual({ ok: false, code: 'bar_paused' })
  await bar.sleep()
  expect(await bar.enter(late)).toEqual({ ok: false, code: 'bar_paused' })
  await ana.tell(bia, 'ainda aqui')
  expect(await bar.room.continueAs(ana.device)).toMatchObject({ ok: true })
  await ana.connect()
  await pause(bar, false)
  expect(await bar.enter(late)).toMatchObject({ ok: true })
})

test.each([
  ['is paused', 'bar_paused', (bar: Bar) => pause(bar, true)],
  [
    'nobody has registered',
    'bar_not_found',
    ({ barId }: Bar) => env.DB.prepare('DELETE FROM bars WHERE id = ?').bind(barId).run(),
  ],
])(
  'a bar that %s before anybody came is not even remembered by its room',
  async (_, code, change) => {
    const bar = await Bar.open()
    await change(bar)
    expect(await bar.enter(new Person(bar, 'Ana'))).toEqual({ ok: false, code })
    expect(await stored(bar)).toEqual(NOTHING)
  },
)

test('T46 whoever enters while a bar is paused or deleted is in before it or not at all', async () => {
  const act = fc.constantFrom('pause', 'open', 'delete', 'enter', 'enter', 'enter')
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 10 }), async (acts) => {
      const bar = await Bar.open()
      let isGone = false
      await Promise.all(
        acts.map(async (what, index) => {
          if (what === 'enter') return bar.enter(new Person(bar, `Pessoa ${index}`))
          isGone ||= what === 'delete'
          return what === 'delete' ? remove(bar) : pause(bar, what === 'pause')
        }),
      )
      const row = await env.DB.prepare(
        'SELECT paused_at IS NOT NULL AS paused, deleted_at AS gone FROM bars WHERE id = ?',
      )
        .bind(bar.barId)
        .first<{ paused: number; gone: number | null }>()
      const expected = isGone ? 'bar_not_found' : row?.paused ? 'bar_paused' : 'in'
      const answer = await bar.enter(new Person(bar, 'Depois'))
      expect(answer.ok ? 'in' : answer.code).toBe(expected)
      if (isGone) expect(await stored(bar)).toEqual(NOTHING)
    }),
    { numRuns: runs(20, 1_000) },
  )
})

test('R8 R31 when a bar is deleted everybody gets `ended`, and nothing of it is left, though a row cannot be read', async () => {
  const bar = await Bar.open()
  const { keys, path: photo } = await keepPhoto()
  const [ana, bia] = [await bar.seat('Ana', { photo }), await bar.seat('Bia')]
  const asleep = await bar.admit('Caio')
  await ana.tell(bia, 'oi')
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await bar.set(asleep, 'photo_times', '{')
  const old = bar.room

  await remove(bar)
  expect(await ana.page.get('ended')).toMatchObject({
    reason: 'closed',
    erased: { profiles: 1, photos: 1, messages: 1 },
  })
  expect(await bia.page.get('ended')).toMatchObject({ erased: { photos: 0, messages: 1 } })
  for (const { page } of [ana, bia]) {
    expect(await page.until(() => page.closed)).toMatchObject({ code: CLOSE.visitEnded })
    expect(page.events().filter(({ kind }) => kind === 'left')).toEqual([])
  }
  expect(await stored(bar)).toEqual(NOTHING)
  expect(await countKept(keys)).toBe(0)

  // A stub from before, a device's key, a new page.
  const gone = { ok: false, code: 'visit_ended' }
  expect(await old.history(ana.visit, bia.id, {})).toEqual(gone)
  expect(await old.ownData(bia.visit)).toEqual(gone)
  expect(await old.leave(asleep.visit)).toEqual(gone)
  expect(await old.recognise(ana.device)).toEqual({ ok: false, code: 'person_not_found' })
  expect(await bar.enter(new Person(bar, 'Davi'))).toEqual({ ok: false, code: 'bar_not_found' })
  expect((await asleep.connect()).closed?.code).toBe(CLOSE.unknownVisit)
  expect(await stored(bar)).toEqual(NOTHING)
  await bar.sleep()
  expect(await stored(bar)).toEqual(NOTHING)
})

test('R20 R31 a photo that R2 did not erase with its bar is erased by the next attempt', async () => {
  const bar = await Bar.open()
  const { keys, path: photo } = await keepPhoto()
  await bar.admit('Ana', { photo })
  const erase = vi.spyOn(Object.getPrototypeOf(env.MEDIA), 'delete')
  erase.mockRejectedValueOnce(new Error('R2 is away'))
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(remove(bar)).rejects.toThrow('object failed')
  expect(logged).toHaveBeenCalledOnce()
  expect(await bar.tables()).not.toEqual([])
  await remove(bar)
  expect(await countKept(keys)).toBe(0)
  expect(await stored(bar)).toEqual(NOTHING)
})

async function pause(bar: Bar, paused: boolean): Promise<void> {
  await env.DB.prepare('UPDATE bars SET paused_at = ? WHERE id = ?')
    .bind(paused ? 1 : null, bar.barId)
    .run()
  await bar.room.barChanged(bar.barId)
}

async function remove(bar: Bar): Promise<void> {
  await env.DB.prepare('UPDATE bars SET deleted_at = 1 WHERE id = ?').bind(bar.barId).run()
  await bar.room.barChanged(bar.barId)
}
