import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import type { MockInstance } from 'vitest'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { MonitorMessage } from '#contract/monitor.ts'
import { monitorMessageSchema } from '#contract/monitor.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { addAdmin, signIn } from '#test/worker/admin.ts'
import { openSection, sectionOf } from '#test/worker/board-client.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { seen } from '#test/worker/seen.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import { monitorOf } from '#worker/durable-objects.ts'
import { BarRoom } from '#worker/room/bar-room.ts'
import { Monitor } from './monitor.ts'
import { SESSION_HEADER } from './watchers.ts'

beforeEach(stopClock)

test('R32 the counts of a bar are true at most 2 s later: who enters, goes offline, comes back and leaves', async () => {
  const monitor = monitorOf(env)
  const board = await openBoard(monitor)
  const bar = await Bar.open()
  const counted = (online: number, total: number) =>
    seen(() => String(board.countOf(bar)) === `${online},${total}`)
  const ana = await bar.seat('Ana')
  await counted(1, 1)
  expect(board.told('entered', bar)).toEqual([{ barId: bar.barId, id: ana.id, name: 'Ana' }])
  await bar.room.startLeaving(ana.visit)
  await counted(0, 1)
  await bar.room.stay(ana.visit)
  await counted(1, 1)
  await bar.leave(ana)
  await counted(0, 0)
  await seen(() => board.told('left', bar).length > 0)
  expect(board.told('left', bar)).toEqual([{ barId: bar.barId, id: ana.id, name: 'Ana' }])
  await seen(async () => !(await listOf(monitor)).includes(bar.barId))
})

test('T7 the monitor knows nobody: its first frame has numbers alone, and nothing is kept', async () => {
  const reported = vi.spyOn(Monitor.prototype, 'report')
  const bar = await Bar.open()
  await bar.admit('Ana', { phone: '+5511987654321' })
  const monitor = monitorOf(env)
  await answered(reported, bar)
  await seen(async () => (await listOf(monitor)).includes(bar.barId))
  const snapshot = await (await openBoard(monitor)).get('snapshot')
  expect(snapshot.counts[bar.barId]).toEqual([1, 1])
  expect(JSON.stringify(snapshot)).not.toContain('Ana')
  const tables = await runInDurableObject(monitor, (_, { storage: { sql } }) =>
    sql.exec("SELECT name FROM sqlite_master WHERE substr(name, 1, 1) <> '_'").toArray(),
  )
  expect(tables.map(({ name }) => name).sort()).toEqual(['bars', 'sections'])
})

test('a page without a socket reads the same counts', async () => {
  const monitor = monitorOf(env)
  await monitor.read()
  const [bar] = await Bar.seated('Ana')
  const read = await seen(async () =>
    (await monitor.read()).bars.find(({ barId }) => barId === bar.barId),
  )
  expect(read).toMatchObject({ online: 1, total: 1 })
})

test('R32 a room that could not be told that somebody watches is told later', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const [bar] = await Bar.seated('Ana')
  await seen(async () => (await listOf(monitorOf(env))).includes(bar.barId))
  const monitor = freshMonitor()
  await monitor.noteRoom(bar.barId, true)
  const watch = vi.spyOn(BarRoom.prototype, 'watch').mockImplementationOnce(() => {
    throw new Error('away')
  })
  vi.spyOn(Monitor.prototype, 'closeEndedSessions').mockResolvedValue()
  const timers = vi.spyOn(globalThis, 'setInterval')
  const board = await openBoard(monitor)
  expect([board.countOf(bar), watch.mock.calls.length]).toEqual([[], 1])
  const [check] = timers.mock.calls.find(([, ms]) => ms === TIMINGS.monitorCheckMs) ?? []
  if (typeof check !== 'function') throw new Error('no check')
  await runInDurableObject(monitor, () => check())
  await seen(() => String(board.countOf(bar)) === '1,1')
  expect(board.all('still')).toHaveLength(1)
})

test('T33 a session that ends closes the rooms that it has opened, and opens none any more', async () => {
  const bar = await Bar.open()
  const [tokenHash, other] = [await aSession(), await aSession()]
  const mine = await sectionOf(bar, { role: 'admin', tokenHash })
  const theirs = await sectionOf(bar, { role: 'admin', tokenHash: other })
  await bar.sleep()
  await monitorOf(env).closeSession(tokenHash)
  await seen(() => mine.closed)
  expect([mine.closed, theirs.closed]).toEqual([CLOSE.sessionEnded, null])
  expect(await openSection(bar, { role: 'admin', tokenHash })).toBe(CLOSE.sessionEnded)
  await monitorOf(env).closeSession(other)
})

test('R15 R32 by a clock that goes back the board falls behind no longer than ever', async () => {
  const board = await openBoard(monitorOf(env))
  const bar = await Bar.open()
  const entered = (person: Person) =>
    seen(() =>
      board
        .all('changes')
        .flatMap((frame) => frame.entered)
        .some(({ id }) => id === person.id),
    )
  await entered(await bar.seat('Ana'))
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000)
  await entered(await bar.seat('Bia'))
  // Its room would report while another test counts reports.
  await env.DB.prepare('UPDATE bars SET deleted_at = 1 WHERE id = ?').bind(bar.barId).run()
  await bar.room.barChanged(bar.barId)
})

test('rooms report only while somebody watches', async () => {
  const reported = vi.spyOn(Monitor.prototype, 'report')
  const [bar, ana] = await Bar.seated('Ana')
  await knows(reported, bar)
  await bar.room.watch(false)
  const before = reportsOf(reported, bar)
  await bar.seat('Bia')
  await bar.leave(ana)
  await ana.page.until(() => ana.page.closed)
  expect(reportsOf(reported, bar)).toBe(before)

  await bar.room.watch(true)
  await bar.seat('Caio')
  await seen(() => reportsOf(reported, bar) > before)
})

test('a room that slept remembers whether it is watched', async () => {
  const reported = vi.spyOn(Monitor.prototype, 'report')
  const [bar, ana] = await Bar.seated('Ana')
  await knows(reported, bar)
  await bar.room.watch(false)
  await bar.sleep()
  const before = reportsOf(reported, bar)
  await bar.leave(ana)
  await ana.page.until(() => ana.page.closed)
  expect(reportsOf(reported, bar)).toBe(before)
})

test('a watched room that hibernated without sockets reports the first one that opens', async () => {
  const reported = vi.spyOn(Monitor.prototype, 'report')
  await openBoard(monitorOf(env))
  const [bar, ana] = await Bar.admitted('Ana')
  await bar.sql('UPDATE bar_profiles SET online_until = 1')
  await bar.sleep()
  const before = reported.mock.calls.length
  await ana.connect()
  await seen(() => reported.mock.calls.slice(before).some(([{ barId }]) => barId === bar.barId))
})

test('an upgrade that did not come through our Worker is refused', async () => {
  const response = await freshMonitor().fetch('http://monitor/', {
    headers: { Upgrade: 'websocket' },
  })
  expect(response.status).toBe(403)
})

test('who comes in between two watchers is on the board of the second', async () => {
  const monitor = monitorOf(env)
  const first = await aSession()
  await openBoard(monitor, first)
  await monitor.closeSession(first)
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + TIMINGS.monitorPollCountsMs + 1_000)
  const reported = vi.spyOn(Monitor.prototype, 'report')
  const [bar, ana] = await Bar.seated('Ana')
  await answered(reported, bar)
  const second = await openBoard(monitor)
  await seen(() => String(second.countOf(bar)) === '1,1')
  expect(ana.hasPage).toBe(true)
})

/** Waits until the monitor has answered the room's first report. */
async function answered(reported: MockInstance<Monitor['report']>, { barId }: Bar) {
  const call = await seen(() => {
    const index = reported.mock.calls.findIndex(([report]) => report.barId === barId)
    return index < 0 ? null : { answer: reported.mock.results[index]?.value }
  })
  await call.answer
}

/** Waits until the room knows whether it is watched: its attachments hold it. */
async function knows(reported: MockInstance<Monitor['report']>, bar: Bar) {
  await answered(reported, bar)
  await seen(() =>
    runInDurableObject(bar.room, (_, state) =>
      state.getWebSockets().every((socket) => socket.deserializeAttachment().isWatched !== null),
    ),
  )
}

/** Reports of one room; rooms of other tests may still report. */
const reportsOf = (reported: MockInstance<Monitor['report']>, { barId }: Bar): number =>
  reported.mock.calls.filter(([report]) => report.barId === barId).length

const freshMonitor = (): DurableObjectStub<Monitor> => env.MONITOR.getByName(crypto.randomUUID())

const listOf = async (monitor: DurableObjectStub<Monitor>): Promise<string[]> =>
  runInDurableObject(monitor, (_, { storage }) =>
    storage.sql
      .exec<{ id: string }>('SELECT id FROM bars')
      .toArray()
      .map(({ id }) => id),
  )

type Of<T extends MonitorMessage['type']> = Extract<MonitorMessage, { type: T }>

/** The hash of one that D1 knows: the monitor, which tests share, ends others when it looks. */
const aSession = async (): Promise<string> => hashSecret(await signIn(await addAdmin()))

/** Until the test ends. */
async function openBoard(monitor: DurableObjectStub<Monitor>, session?: string) {
  const tokenHash = session ?? (await aSession())
  onTestFinished(() => monitor.closeSession(tokenHash))
  const response = await monitor.fetch('http://monitor/', {
    headers: { Upgrade: 'websocket', [SESSION_HEADER]: tokenHash },
  })
  const socket = response.webSocket
  if (!socket) throw new Error(`No socket: ${response.status}`)
  const frames: MonitorMessage[] = []
  const all = <T extends MonitorMessage['type']>(type: T) =>
    frames.filter((frame): frame is Of<T> => frame.type === type)
  const board = {
    closed: null as { code: number } | null,
    all,
    countOf: ({ barId }: Bar) =>
      frames.flatMap((frame) => ('counts' in frame && frame.counts[barId]) || []).slice(-2),
    told: (what: 'entered' | 'left', { barId }: Bar) =>
      all('changes').flatMap((frame) => frame[what].filter((one) => one.barId === barId)),
    get: <T extends MonitorMessage['type']>(type: T) => seen(() => all(type)[0]),
  }
  socket.addEventListener('message', ({ data }) => {
    frames.push(v.parse(monitorMessageSchema, JSON.parse(String(data))))
  })
  socket.addEventListener('close', ({ code }) => {
    board.closed = { code }
  })
  socket.accept()
  await board.get('snapshot')
  return board
}
