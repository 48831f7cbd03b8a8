import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts'
import type { RoomEvent } from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { countKept, keepPhoto } from '#test/worker/photos.ts'
import { aReport } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { CALL_TIMEOUT_MS } from '#worker/call-timeout.ts'
import { QUERY_TIMEOUT_MS } from '#worker/db/database.ts'
import { Monitor } from '#worker/monitor/monitor.ts'
import type { Deliveries } from './outbox.ts'
import { Outbox } from './outbox.ts'
import { RoomStorage } from './storage.ts'

let logged = vi.spyOn(console, 'error')
beforeEach(() => {
  stopClock()
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** Lets all promises that are settled go on. */
const turn = () => scheduler.wait(0)

type Send = (id: string) => Promise<unknown>

/** Gives the test an outbox over a room's real storage. */
async function withOutbox(act: (make: (r2: Send, d1: Send) => Outbox) => Promise<void>) {
  const [bar] = await Bar.admitted('Ana')
  await runInDurableObject(bar.room, async (_, { storage: durable }) => {
    const storage = new RoomStorage(durable)
    storage.sql`DELETE FROM outbox`
    const running: Promise<unknown>[] = []
    const make = (r2: Send, d1: Send) => {
      const of = (lane: 'R2' | 'D1', send: Send, atOnce = 1) => ({
        lane,
        atOnce,
        failure: 'photo_not_erased' as const,
        send: (rows: readonly { id: string }[]) => send(rows.map(({ id }) => id).join()),
      })
      const deliveries: Deliveries = {
        evidence: of('R2', r2),
        photo: of('R2', r2, 2),
        report: of('D1', d1),
        reportNotice: of('D1', d1),
        hours: of('D1', d1, 2),
      }
      const waitUntil = (promise: Promise<unknown>) => void running.push(promise)
      return new Outbox({ storage, isReady: () => true, waitUntil, onSent: () => {} }, deliveries)
    }
    await act(make)
    await Promise.all(running)
    storage.sql`DELETE FROM outbox`
  })
}

/** A call times out after some milliseconds. Returns the times that were asked for. */
function shortenAttempts(): number[] {
  const asked: number[] = []
  const wait = globalThis.setTimeout
  const shortened = (act: () => void, ms = 0) => {
    asked.push(ms)
    return wait(act, ms === CALL_TIMEOUT_MS || ms === QUERY_TIMEOUT_MS ? 10 : ms)
  }
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(shortened as typeof setTimeout)
  return asked
}

const done: Send = () => Promise.resolve()

test('R20 a photo waits for each evidence that shows it, and other photos go in batches', () =>
  withOutbox(async (make) => {
    const sent: string[] = []
    const outbox = make(async (id) => sent.push(id), done)
    outbox.add('evidence', 'b', 'shows p1 and p2')
    outbox.add('evidence', 'a', 'shows p1')
    for (const photo of ['p1', 'p2', 'p3', 'p4', 'p5']) outbox.addPhoto(photo)
    outbox.runSoon()
    await turn()
    expect(sent).toEqual(['a', 'b', 'p3,p4', 'p5'])
    expect(outbox.isEmpty).toBe(false)
    for (const id of ['a', 'b']) outbox.freePhotosOf(id)
    outbox.runSoon()
    await turn()
    expect(sent.slice(4)).toEqual(['p1,p2'])
    expect(outbox.isEmpty).toBe(true)
  }))

test('R18 R20 a row that always fails lets the others by, is tried hourly after an hour, and stays', () =>
  withOutbox(async (make) => {
    const tries: number[] = []
    const sent: string[] = []
    const send: Send = async (id) => {
      if (id !== 'poison') return sent.push(id)
      tries.push(Date.now())
      throw new Error('unreadable')
    }
    const outbox = make(send, done)
    outbox.add('evidence', 'poison')
    const until = Date.now() + 4 * HOUR_MS
    for (let at = 0; Date.now() < until; at += 1) {
      outbox.add('evidence', `healthy ${at}`)
      outbox.runSoon()
      await turn()
      expect(sent).toHaveLength(at + 1)
      passTime(MINUTE_MS)
    }
    expect(sent).toHaveLength(240)
    expect(tries.length).toBeGreaterThan(60)
    expect(tries.length).toBeLessThan(66)
    expect((tries.at(-1) ?? 0) - (tries.at(-2) ?? 0)).toBeGreaterThanOrEqual(HOUR_MS)
    expect(outbox.isEmpty).toBe(false)
    expect(outbox.nextDue(Date.now())).toBeLessThanOrEqual(Date.now() + HOUR_MS)
  }))

test('R18 a lane waits 5 s after a failure, then up to a minute, while the other goes on', () =>
  withOutbox(async (make) => {
    const [r2, d1] = [vi.fn(async () => Promise.reject(new Error('away'))), vi.fn(done)]
    const outbox = make(r2, d1)
    outbox.add('photo', 'p')
    const waits: number[] = []
    for (let failure = 0; failure < 6; failure += 1) {
      outbox.add('report', `${failure}`)
      for (const _ of ['once', 'and again']) {
        outbox.runSoon()
        await turn()
      }
      const next = outbox.nextDue(Date.now()) ?? 0
      waits.push(next - Date.now())
      vi.setSystemTime(next)
    }
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
    expect([r2.mock.calls.length, d1.mock.calls.length]).toEqual([6, 6])
  }))

test('R18 a call without an answer ends after its time, then its lane waits', () =>
  withOutbox(async (make) => {
    const waits = shortenAttempts()
    const r2 = vi.fn(() => new Promise(() => {}))
    const outbox = make(r2, done)
    outbox.add('evidence', 'a')
    outbox.runSoon()
    await expect.poll(() => logged.mock.calls.length).toBe(1)
    expect(waits.filter((ms) => ms === CALL_TIMEOUT_MS)).toHaveLength(1)
    outbox.runSoon()
    await turn()
    expect([r2.mock.calls.length, outbox.nextDue(Date.now())]).toEqual([1, Date.now() + 5_000])
  }))

test('R8 a lane whose own statement fails says so, and its alarm sends again', async () => {
  const bar = await Bar.open()
  const { keys, path: photo } = await keepPhoto()
  const [ana] = [await bar.admit('Ana', { photo }), await bar.admit('Bia')]
  await bar.sql(`CREATE TRIGGER stuck BEFORE UPDATE ON outbox WHEN NEW.kind = 'photo'
    BEGIN SELECT RAISE(ABORT, 'stuck'); END`)
  const erase = vi.spyOn(Object.getPrototypeOf(env.MEDIA), 'delete')
  erase.mockRejectedValue(new Error('away'))
  await bar.leave(ana)
  await expect.poll(() => logged.mock.calls.length).toBe(2)
  const events = logged.mock.calls.map(([line]) => JSON.parse(line).event)
  expect(events).toEqual(['photo_not_erased', 'outbox_failed'])
  erase.mockRestore()
  await bar.sql('DROP TRIGGER stuck')
  await bar.ringAfter(MINUTE_MS)
  await bar.photosErased()
  expect(await countKept(keys)).toBe(0)
})

const AWAY = {
  'never answers': () => new Promise<never>(() => {}),
  fails: () => Promise.reject(new Error('away')),
}

test.each([
  ['R2', 'never answers'],
  ['R2', 'fails'],
  ['D1', 'never answers'],
  ['D1', 'fails'],
] as const)(
  'R18 R20 while %s %s for ten minutes, presence, help and sleep are on time and no report is lost',
  async (target, how) => {
    const bar = await Bar.open()
    const photo = await keepPhoto()
    const [ana, bia] = [await bar.seat('Ana'), await bar.admit('Bia')]
    const bruto = await bar.seat('Bruto', { photo: photo.path })
    const limits = shortenAttempts()
    // The monitor asks D1 too. Other tests cover it.
    vi.spyOn(Monitor.prototype, 'pushCounts').mockResolvedValue()
    const calls = { R2: ['MEDIA.put', 'MEDIA.delete'], D1: ['DB.batch'] }[target]
    const spies = calls.map((call) => {
      const [binding = '', method = ''] = call.split('.')
      const prototype = Object.getPrototypeOf(env[binding as 'MEDIA' | 'DB'])
      return vi.spyOn(prototype, method).mockImplementation(AWAY[how])
    })
    expect(await bar.room.report(ana.visit, aReport(bruto))).toEqual({ ok: true })
    await bar.leave(bruto)
    for (let minute = 0; minute < 10; minute += 1) {
      for (const one of [ana, bia]) await one.connect()
      const help = { id: crypto.randomUUID(), kind: 'leaving' as const }
      expect(await bar.room.callHelp(ana.visit, help)).toMatchObject({ help: { state: 'open' } })
      expect(await bar.room.answerHelp(ana.id, help.id, 'resolved', null)).toMatchObject({
        ok: true,
      })
      expect(await bar.room.withdrawHelp(ana.visit, help.id)).toMatchObject({ help: null })
      expect(ana.page.all('help').map((one) => one.help?.state)).toEqual([
        'open',
        'resolved',
        undefined,
      ])
      await bia.close(CLOSE.pageClosed)
      await bar.ringAfter(TIMINGS.offlineGraceMs)
      const isOffline = (event: RoomEvent) => event.kind === 'presence' && !event.person.online
      expect((await ana.page.until(() => ana.page.events().find(isOffline))).kind).toBe('presence')
      await bar.sleep()
      await bar.ringAfter(MINUTE_MS - TIMINGS.offlineGraceMs)
    }
    const waiting = () => bar.sql("SELECT kind FROM outbox WHERE kind IN ('evidence', 'report')")
    expect(await waiting()).toHaveLength(1)
    for (const spy of spies) spy.mockRestore()
    const later = async () => {
      await bar.ringAfter(MINUTE_MS)
      return waiting()
    }
    await expect.poll(later).toEqual([])
    await bar.photosErased()
    expect(await countKept(photo.keys)).toBe(0)
    const reports = env.DB.prepare('SELECT id FROM reports WHERE bar_id = ?').bind(bar.barId)
    expect((await reports.all()).results).toHaveLength(1)
    const open = limits.filter((ms) => ms === CALL_TIMEOUT_MS)
    expect(open.length).toBeGreaterThan(5)
  },
)

test('R18 R20 a room that dies before a push or before its answer sends once, by its alarm alone', async () => {
  const bar = await Bar.open()
  const [ana, bruto] = [await bar.seat('Ana'), await bar.seat('Bruto')]
  const put = vi.spyOn(Object.getPrototypeOf(env.MEDIA), 'put')
  put.mockImplementation(AWAY['never answers'])
  expect(await bar.room.report(ana.visit, aReport(bruto))).toEqual({ ok: true })
  expect(await bar.alarm()).toBeLessThanOrEqual(Date.now() + 5_000)
  await bar.crash()
  put.mockRestore()
  // D1 takes the report, and its answer never comes.
  const database: D1Database = Object.getPrototypeOf(env.DB)
  const take = database.batch
  const lost = vi.spyOn(database, 'batch').mockImplementation(async function (
    this: D1Database,
    statements,
  ) {
    await take.call(this, statements)
    return new Promise<never>(() => {})
  })
  expect(await bar.ringAfter(MINUTE_MS)).toBe(true)
  const reports = env.DB.prepare('SELECT id FROM reports WHERE bar_id = ?').bind(bar.barId)
  await expect.poll(async () => (await reports.all()).results).toHaveLength(1)
  await bar.crash()
  lost.mockRestore()
  expect(await bar.ringAfter(MINUTE_MS)).toBe(true)
  await expect.poll(() => bar.sql("SELECT 1 FROM outbox WHERE kind <> 'hours'")).toEqual([])
  expect((await reports.all()).results).toHaveLength(1)
  const acts = env.DB.prepare('SELECT kind FROM admin_acts WHERE bar_id = ?').bind(bar.barId)
  expect((await acts.all()).results).toEqual([{ kind: 'report_opened' }])
})
