import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { openSection } from '#test/worker/board-client.ts'
import { tablesOf } from '#test/worker/faulty-storage.ts'
import { fillBar } from '#test/worker/full-bar.ts'
import { countKept, keepPhoto } from '#test/worker/photos.ts'
import { aReport } from '#test/worker/requests.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { Monitor } from '#worker/monitor/monitor.ts'
import { SiteStop } from '#worker/room/people/site-stop.ts'

beforeEach(stopClock)

const PUSHED_EVERY_MS = 8_000

/** The state of a room that has erased everything. */
const NOTHING = { tables: [], alarm: null }
const stored = async (bar: Bar) => ({ tables: await bar.tables(), alarm: await bar.alarm() })

test('a paused bar lets nobody new in, and those inside go on', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await pause(bar, true)
  const late = new Person(bar, 'Caio')
  expect(await bar.enter(late)).toEqual({ ok: false, code: 'bar_paused' })
  await bar.sleep()
  expect(await bar.enter(late)).toEqual({ ok: false, code: 'bar_paused' })
  await ana.deliver(bia, 'ainda aqui')
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

test('T46 a person who enters while a bar is paused or deleted is in before it or not at all', async () => {
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
      if (!isGone) return
      await removed(bar)
      expect(await stored(bar)).toEqual(NOTHING)
    }),
    { numRuns: runs(20, 1_000) },
  )
})

test.each([
  ['is deleted', 'bar_not_found', remove],
  ['is paused', 'bar_paused', (bar: Bar) => pause(bar, true)],
])(
  'T46 a bar that %s while D1 is asked for the stop of the site admits nobody',
  async (_, code, change) => {
    const [bar, site] = [await Bar.open(), holdSiteState()]
    const entering = bar.enter(new Person(bar, 'Ana'))
    await site.asked
    await change(bar)
    site.release()
    expect(await entering).toEqual({ ok: false, code })
    expect(await stored(bar)).toEqual(NOTHING)
  },
)

test('T46 a room that is erased while D1 is asked for the stop of the site asks for the bar again', async () => {
  const [bar, ana] = await Bar.admitted('Ana')
  await bar.sleep()
  const site = holdSiteState()
  const entering = bar.enter(new Person(bar, 'Bia'))
  await site.asked
  await bar.leave(ana)
  await bar.erased()
  await pause(bar, true)
  site.release()
  expect(await entering).toEqual({ ok: false, code: 'bar_paused' })
  expect(await stored(bar)).toEqual(NOTHING)
})

/** The answer that entrances are not stopped comes once it is released. */
function holdSiteState() {
  const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  vi.spyOn(SiteStop.prototype, 'isStopped').mockImplementation(async () => {
    noteAsked()
    await held
    return false
  })
  return { asked, release }
}

test('R31 a board that asks for a bar while the bar is deleted gets no socket', async () => {
  const [bar] = await Bar.admitted('Ana')
  const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  vi.spyOn(Monitor.prototype, 'noteSection').mockImplementation(async () => {
    noteAsked()
    await held
    return true
  })
  const opening = openSection(bar, { role: 'admin' })
  await asked
  expect(await remove(bar)).toBe(false)
  release()
  expect(await opening).toBe(CLOSE.accessChanged)
})

/** Asks the room until it is done, as the hourly sweep does. */
async function removed(bar: Bar): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    if (await remove(bar)) return
    await bar.ringAfter(PUSHED_EVERY_MS)
  }
  throw new Error('the room is never done')
}

test('R8 R31 a deleted bar ends everybody without `left`, and erases all, though a row is unreadable', async () => {
  const bar = await Bar.open()
  const { keys, path: photo } = await keepPhoto()
  const [ana, bia] = [await bar.seat('Ana', { photo }), await bar.seat('Bia')]
  const asleep = await bar.admit('Caio')
  await ana.deliver(bia, 'oi')
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await bar.set(asleep, 'photo_times', '{')
  const old = bar.room

  expect(await remove(bar)).toBe(false)
  const gone = { ok: false, code: 'visit_ended' }
  expect(await old.callHelp(bia.visit, { id: crypto.randomUUID(), kind: 'leaving' })).toEqual(gone)
  expect(await bar.enter(new Person(bar, 'Davi'))).toEqual({ ok: false, code: 'bar_not_found' })
  expect((await new Person(bar, 'Ana').as(ana.entered).connect()).closed?.code).toBe(
    CLOSE.unknownVisit,
  )
  await removed(bar)
  const receipts = [ana, bia].map(({ page }) => page.get('ended'))
  expect((await Promise.all(receipts)).map(({ reason }) => reason)).toEqual(['closed', 'closed'])
  const erased = (await Promise.all(receipts)).map((one) => one.erased)
  expect(erased.reduce((sum, { messages }) => sum + messages, 0)).toBe(1)
  expect(erased.map(({ photos }) => photos)).toEqual([1, 0])
  for (const { page } of [ana, bia]) {
    expect(await page.until(() => page.closed)).toMatchObject({ code: CLOSE.visitEnded })
    expect(page.events().filter(({ kind }) => kind === 'left')).toEqual([])
  }
  expect(await stored(bar)).toEqual(NOTHING)
  expect(await countKept(keys)).toBe(0)

  // A stub from before, a device's key, a new page.
  expect(await old.blocks(ana.visit)).toEqual(gone)
  expect(await old.ownData(bia.visit)).toEqual(gone)
  expect(await old.leave(asleep.visit)).toEqual(gone)
  expect(await old.recognise(ana.device)).toEqual({ ok: false, code: 'person_not_found' })
  expect(await bar.enter(new Person(bar, 'Davi'))).toEqual({ ok: false, code: 'bar_not_found' })
  expect((await asleep.connect()).closed?.code).toBe(CLOSE.unknownVisit)
  expect(await stored(bar)).toEqual(NOTHING)
  await bar.sleep()
  expect(await stored(bar)).toEqual(NOTHING)
})

test('R31 a page that a deleted bar ends in its second batch sees nobody leave', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  // Their ids come before Ana's, so the first batch ends none but them.
  await fillBar(bar, 300)
  expect(await remove(bar)).toBe(false)
  await bar.ring()
  expect(ana.page.closed).toBeNull()
  await bar.ring()
  expect((await ana.page.get('ended')).reason).toBe('closed')
  expect(ana.page.events().filter(({ kind }) => kind === 'left')).toEqual([])
})

test('R31 a deleted bar admits nobody until its file is erased, though D1 knows it again', async () => {
  const [bar] = await Bar.admitted('Ana')
  expect(await remove(bar)).toBe(false)
  const back = new Person(bar, 'Bia')
  await env.DB.prepare('UPDATE bars SET deleted_at = NULL WHERE id = ?').bind(bar.barId).run()
  expect(await bar.enter(back)).toEqual({ ok: false, code: 'bar_not_found' })
  await bar.ring()
  await bar.ringAfter(PUSHED_EVERY_MS)
  await bar.erased()
  expect(await bar.enter(back)).toMatchObject({ ok: true })
})

test('R31 blocks and reports that R2 never took do not keep the file of a deleted bar', async () => {
  const bar = await Bar.open()
  const { keys, path: photo } = await keepPhoto()
  const [ana, bruto] = [await bar.seat('Ana'), await bar.seat('Bruto', { photo })]
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const put = vi.spyOn(Object.getPrototypeOf(env.MEDIA), 'put')
  put.mockRejectedValue(new Error('R2 is away'))
  expect(await bar.room.report(ana.visit, aReport(bruto))).toEqual({ ok: true })
  await removed(bar)
  expect(await stored(bar)).toEqual(NOTHING)
  expect(await countKept(keys)).toBe(0)
  put.mockRestore()
  await bar.sleep()
  const reports = env.DB.prepare('SELECT id FROM reports WHERE bar_id = ?').bind(bar.barId)
  expect((await reports.all()).results).toEqual([])
})

test('R31 a room that dies between two batches of a deleted bar goes on by its alarm alone', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  await fillBar(bar, 600)
  expect(await remove(bar)).toBe(false)
  /** Resolves to null once the file is erased. */
  const left = () =>
    runInDurableObject(bar.room, (_, { storage: { sql } }) =>
      tablesOf(sql).includes('bar_profiles')
        ? sql.exec('SELECT 1 FROM bar_profiles').toArray().length
        : null,
    )
  const counts = [await left()]
  while (counts.at(-1)) {
    await bar.crash()
    await bar.ringAfter(PUSHED_EVERY_MS)
    counts.push((await left()) ?? 0)
  }
  expect(counts).toEqual([601, 351, 101, 0])
  expect(await ana.page.until(() => ana.page.closed)).toBeTruthy()
  for (;;) {
    // First: what the last alarm has begun would go on, and may erase the file meanwhile.
    await bar.crash()
    if ((await bar.tables()).length === 0) break
    expect(await bar.ringAfter(60_000)).toBe(true)
    await scheduler.wait(20)
  }
  expect(await remove(bar)).toBe(true)
  expect(await stored(bar)).toEqual(NOTHING)
})

test('R20 R31 a photo that R2 does not erase keeps the file of a deleted bar until it does', async () => {
  const bar = await Bar.open()
  const { keys, path: photo } = await keepPhoto()
  await bar.admit('Ana', { photo })
  const erase = vi.spyOn(Object.getPrototypeOf(env.MEDIA), 'delete')
  erase.mockRejectedValue(new Error('R2 is away'))
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await remove(bar)).toBe(false)
  await bar.ring()
  await expect.poll(() => logged.mock.calls.join()).toContain('photo_not_erased')
  await bar.ringAfter(PUSHED_EVERY_MS)
  expect([await remove(bar), await bar.tables()]).toEqual([
    false,
    expect.arrayContaining(['outbox']),
  ])
  erase.mockRestore()
  await removed(bar)
  expect(await countKept(keys)).toBe(0)
  expect(await stored(bar)).toEqual(NOTHING)
})

async function pause(bar: Bar, paused: boolean): Promise<void> {
  await env.DB.prepare('UPDATE bars SET paused_at = ? WHERE id = ?')
    .bind(paused ? 1 : null, bar.barId)
    .run()
  await bar.room.barChanged(bar.barId)
}

/** Resolves to true when the room has erased everything. */
async function remove(bar: Bar): Promise<boolean> {
  await env.DB.prepare('UPDATE bars SET deleted_at = 1 WHERE id = ?').bind(bar.barId).run()
  return bar.room.barChanged(bar.barId)
}
