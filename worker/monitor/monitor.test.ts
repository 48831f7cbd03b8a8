import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { MockInstance } from 'vitest'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { monitorMessageSchema } from '#contract/monitor.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { addAdmin, signIn } from '#test/worker/admin.ts'
import { BoardClient, openSection, sectionOf } from '#test/worker/board-client.ts'
import { tablesOf } from '#test/worker/faulty-storage.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { seen } from '#test/worker/seen.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
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
  const about = [{ barId: bar.barId, id: ana.id, name: 'Ana' }]
  expect(board.told('entered', bar)).toEqual(about)
  await ana.close(CLOSE.pageClosed)
  await bar.ringAfter(TIMINGS.offlineGraceMs)
  await counted(0, 1)
  await ana.connect()
  await counted(1, 1)
  await bar.leave(ana)
  await counted(0, 0)
  await seen(() => board.told('left', bar).length > 0)
  expect(board.told('left', bar)).toEqual(about)
  await seen(async () => !(await listOf(monitor)).includes(bar.barId))
})

test('T7 the monitor knows nobody: its first frame and a page without a socket have numbers alone, and nothing is kept', async () => {
  const reported = vi.spyOn(Monitor.prototype, 'report')
  const bar = await Bar.open()
  await bar.admit('Ana', { phone: '+5511987654321' })
  const monitor = monitorOf(env)
  await answered(reported, bar)
  await seen(async () => (await listOf(monitor)).includes(bar.barId))
  const [snapshot] = (await openBoard(monitor)).all('snapshot')
  expect(snapshot?.counts[bar.barId]).toEqual([1, 1])
  const read = await monitor.read()
  expect(read.bars.find(({ barId }) => barId === bar.barId)).toMatchObject({ online: 1, total: 1 })
  expect(JSON.stringify([snapshot, read])).not.toContain('Ana')
  const tables = await runInDurableObject(monitor, (_, { storage }) => tablesOf(storage.sql))
  expect(tables).toEqual(['bars', 'sections'])
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
  const entered = ({ id }: Person) =>
    seen(() => board.told('entered', bar).some((one) => one.id === id))
  await entered(await bar.seat('Ana'))
  passTime(-3_600_000)
  await entered(await bar.seat('Bia'))
  // Its room would report while another test counts reports.
  await env.DB.prepare('UPDATE bars SET deleted_at = 1 WHERE id = ?').bind(bar.barId).run()
  await bar.room.barChanged(bar.barId)
})

test('rooms report only while somebody watches, and remember through a sleep whether somebody does', async () => {
  const reported = vi.spyOn(Monitor.prototype, 'report')
  const [bar, ana] = await Bar.seated('Ana')
  // Its attachments hold whether it is watched.
  await answered(reported, bar)
  await seen(() =>
    runInDurableObject(bar.room, (_, state) =>
      state.getWebSockets().every((socket) => socket.deserializeAttachment().isWatched !== null),
    ),
  )
  // Rooms of other tests may still report.
  const reports = () => reported.mock.calls.filter(([report]) => report.barId === bar.barId).length
  await bar.room.watch(false)
  const before = reports()
  const bia = await bar.seat('Bia')
  await bar.leave(ana)
  await ana.page.until(() => ana.page.closed)
  await bar.sleep()
  await bar.leave(bia)
  await bia.page.until(() => bia.page.closed)
  expect(reports()).toBe(before)

  await bar.room.watch(true)
  await bar.seat('Caio')
  await seen(() => reports() > before)
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
  passTime(TIMINGS.monitorPollCountsMs + 1_000)
  const reported = vi.spyOn(Monitor.prototype, 'report')
  const [bar] = await Bar.seated('Ana')
  await answered(reported, bar)
  const second = await openBoard(monitor)
  await seen(() => String(second.countOf(bar)) === '1,1')
})

/** Waits until the monitor has answered the room's first report. */
async function answered(reported: MockInstance<Monitor['report']>, { barId }: Bar) {
  const call = await seen(() => {
    const index = reported.mock.calls.findIndex(([report]) => report.barId === barId)
    return index < 0 ? null : { answer: reported.mock.results[index]?.value }
  })
  await call.answer
}

const freshMonitor = (): DurableObjectStub<Monitor> => env.MONITOR.getByName(crypto.randomUUID())

const listOf = async (monitor: DurableObjectStub<Monitor>): Promise<string[]> =>
  runInDurableObject(monitor, (_, { storage }) =>
    storage.sql
      .exec<{ id: string }>('SELECT id FROM bars')
      .toArray()
      .map(({ id }) => id),
  )

/** The hash of one that D1 knows: the monitor, which tests share, ends others when it looks. */
const aSession = async (): Promise<string> => hashSecret(await signIn(await addAdmin()))

/** Until the test ends. */
async function openBoard(monitor: DurableObjectStub<Monitor>, session?: string) {
  const tokenHash = session ?? (await aSession())
  onTestFinished(() => monitor.closeSession(tokenHash))
  const headers = { Upgrade: 'websocket', [SESSION_HEADER]: tokenHash }
  const answer = await monitor.fetch('http://monitor/', { headers })
  const board = new BoardClient(answer, monitorMessageSchema)
  await seen(() => board.all('snapshot')[0])
  return Object.assign(board, {
    countOf: ({ barId }: Bar) =>
      board.frames.flatMap((frame) => ('counts' in frame && frame.counts[barId]) || []).slice(-2),
    told: (what: 'entered' | 'left', { barId }: Bar) =>
      board.all('changes').flatMap((frame) => frame[what].filter((one) => one.barId === barId)),
  })
}
