import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { HOUR_MS } from '#contract/durations.ts'
import { monitorMessageSchema } from '#contract/monitor.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { addAdmin, signIn } from '#test/worker/admin.ts'
import { BoardClient, openSection, sectionOf } from '#test/worker/board-client.ts'
import { tablesOf } from '#test/worker/faulty-storage.ts'
import { Bar } from '#test/worker/room-client.ts'
import { seen } from '#test/worker/seen.ts'
import { passTime, stopClock, stopTimers } from '#test/worker/stopped-clock.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import { keepReport } from '#worker/db/reports.ts'
import { monitorOf } from '#worker/durable-objects.ts'
import { BarRoom } from '#worker/room/bar-room.ts'
import { Monitor } from './monitor.ts'
import { ReportCounts } from './report-counts.ts'
import { SESSION_HEADER } from './watchers.ts'

beforeEach(stopClock)
/** Other tests' reports come at any time. */
beforeEach(() => {
  vi.spyOn(ReportCounts.prototype, 'renew').mockResolvedValue()
})

test('R32 the counts of a bar are on the board after each push, and a bar without people has none', async () => {
  const monitor = monitorOf(env)
  const board = await openBoard(monitor)
  const bar = await Bar.open()
  const counted = (online: number, total: number) =>
    seen(() => String(board.countOf(bar)) === `${online},${total}`)
  const ana = await bar.seat('Ana')
  await bar.pushed(1, 1)
  await counted(1, 1)
  await ana.close(CLOSE.pageClosed)
  await bar.ringAfter(TIMINGS.offlineGraceMs)
  await counted(0, 1)
  await ana.connect()
  await bar.ringAfter(8_000)
  await counted(1, 1)
  await bar.leave(ana)
  await bar.erased()
  await counted(0, 0)
  expect(Object.keys((await firstFrame(monitor)).counts)).not.toContain(bar.barId)
})

test('T7 the monitor knows nobody: its first frame and a page without a socket have numbers alone', async () => {
  const bar = await Bar.open()
  await bar.admit('Ana', { phone: '+5511987654321' })
  await bar.pushed(1, 1)
  const monitor = monitorOf(env)
  const snapshot = await firstFrame(monitor)
  expect(snapshot.counts[bar.barId]).toEqual([1, 1])
  const read = await monitor.read()
  expect(read.bars.find(({ barId }) => barId === bar.barId)).toMatchObject({ online: 1, total: 1 })
  expect(JSON.stringify([snapshot, read])).not.toContain('Ana')
  const rows = await runInDurableObject(monitor, (_, { storage: { sql } }) =>
    tablesOf(sql).map((table) => [table, sql.exec(`SELECT * FROM ${table}`).columnNames]),
  )
  expect(Object.fromEntries(rows)).toMatchObject({
    counts: ['id', 'online', 'total', 'at'],
    calls: ['id', 'calls', 'at'],
    sections: ['token_hash', 'bar_id'],
  })
})

test('R32 the first frame wakes no room, and a monitor that slept numbers its frames on', async () => {
  const monitor = freshMonitor()
  const wakes = vi.spyOn(BarRoom.prototype, 'counts')
  const now = Date.now()
  await monitor.pushCounts({ barId: 'K7M2QX', online: 3, total: 4, at: now })
  const board = await openBoard(monitor)
  expect(board.all('snapshot')).toMatchObject([{ number: 1, counts: { K7M2QX: [3, 4] } }])
  for (const online of [2, 1]) {
    await evictDurableObject(monitor)
    await monitor.pushCounts({ barId: 'K7M2QX', online, total: 4, at: now + 10 - online })
    await seen(() => board.all('changes').some(({ counts }) => counts.K7M2QX?.[0] === online))
  }
  expect(board.all('changes').map(({ number }) => number)).toEqual([2, 3])
  expect(new Set(board.frames.flatMap((one) => ('barList' in one ? [one.barList] : []))).size).toBe(
    1,
  )
  expect(wakes).not.toHaveBeenCalled()
})

test('R32 while a board is open the monitor says at its alarm which frame was the last', async () => {
  vi.spyOn(Monitor.prototype, 'closeEndedSessions').mockResolvedValue()
  const monitor = freshMonitor()
  const board = await openBoard(monitor)
  await evictDurableObject(monitor)
  expect(await runDurableObjectAlarm(monitor)).toBe(true)
  await seen(() => board.all('still').length > 0)
  expect(board.all('still')).toEqual([{ type: 'still', number: 2 }])
  board.close()
  await seen(() => runInDurableObject(monitor, (_, state) => state.getWebSockets().length === 0))
  await runDurableObjectAlarm(monitor)
  expect(await runDurableObjectAlarm(monitor)).toBe(false)
})

test('R32 a bar that pushed nothing for seventeen hours is forgotten', async () => {
  vi.spyOn(Monitor.prototype, 'closeEndedSessions').mockResolvedValue()
  const monitor = freshMonitor()
  const at = Date.now()
  await monitor.pushCounts({ barId: 'K7M2QX', online: 3, total: 4, at })
  const board = await openBoard(monitor)
  passTime(17 * HOUR_MS)
  expect((await monitor.read()).bars).toHaveLength(1)
  passTime(1)
  expect((await monitor.read()).bars).toEqual([])
  await runDurableObjectAlarm(monitor)
  await seen(() => board.all('changes').some(({ counts }) => counts.K7M2QX?.[1] === 0))
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

test('T57 a page hears of the calls of every bar at first and by each push; a late push undoes nothing', async () => {
  const monitor = freshMonitor()
  const board = await openBoard(monitor)
  const now = Date.now()
  const push = (calls: number, after: number) =>
    monitor.pushCalls({ barId: 'K7M2QX', calls, at: now + after })
  await push(1, 10)
  await seen(() => board.all('changes').at(-1)?.calls.K7M2QX === 1)
  await evictDurableObject(monitor)
  expect((await firstFrame(monitor)).calls).toEqual({ K7M2QX: 1 })
  expect((await monitor.read()).calls).toEqual({ K7M2QX: 1 })
  await push(0, 30)
  await seen(() => board.all('changes').at(-1)?.calls.K7M2QX === 0)
  await push(2, 20)
  expect((await firstFrame(monitor)).calls).toEqual({})
})

test('T57 a call waits for no numbers, and a rush of calls shares a frame', async () => {
  const monitor = freshMonitor()
  const board = await openBoard(monitor)
  stopTimers()
  const count = (online: number) =>
    monitor.pushCounts({ barId: 'K7M2QX', online, total: 9, at: online })
  const call = (calls: number) => monitor.pushCalls({ barId: 'K7M2QX', calls, at: calls })
  const pass = (ms: number) => runInDurableObject(monitor, () => vi.advanceTimersByTimeAsync(ms))
  await count(1)
  await count(2)
  await pass(600)
  for (const calls of [1, 2, 3]) await call(calls)
  await pass(600)
  await count(3)
  // The timer of the third number never ends.
  vi.useRealTimers()
  await seen(() => board.all('changes').length >= 3)
  expect(board.all('changes').map(({ counts, calls }) => [counts, calls])).toEqual([
    [{ K7M2QX: [1, 9] }, {}],
    [{ K7M2QX: [2, 9] }, { K7M2QX: 1 }],
    [{}, { K7M2QX: 3 }],
  ])
})

test('R32 a page hears of the reports of every bar: in its first frame, when one is kept and when it is closed', async () => {
  hearReports()
  const monitor = freshMonitor()
  const { barId } = await Bar.open()
  const ids = [await keepOne(barId), await keepOne(barId)]
  const board = await openBoard(monitor)
  const newest = () =>
    board.all('changes').findLast(({ reports }) => barId in reports)?.reports[barId]
  await seen(() => newest() === 2)
  await evictDurableObject(monitor)
  expect((await firstFrame(monitor)).reports[barId]).toBe(2)
  for (const [index, id] of ids.entries()) {
    await closeOne(id)
    await monitor.noteReportsChanged(barId)
    await seen(() => newest() === 1 - index)
  }
  expect((await firstFrame(monitor)).reports).not.toHaveProperty(barId)
})

test('R32 a report in the place of a closed one is told, though the number is the same', async () => {
  hearReports()
  const monitor = freshMonitor()
  const { barId } = await Bar.open()
  const id = await keepOne(barId)
  const board = await openBoard(monitor)
  const told = () => board.all('changes').flatMap(({ reports }) => reports[barId] ?? [])
  await seen(() => told().length === 1)
  await closeOne(id)
  await keepOne(barId)
  await monitor.noteReportsChanged(barId)
  await seen(() => told().length === 2)
  expect(told()).toEqual([1, 1])
})

test('R32 a report that nobody could tell of is found at the next alarm, and a quiet alarm says nothing', async () => {
  hearReports()
  vi.spyOn(Monitor.prototype, 'closeEndedSessions').mockResolvedValue()
  const monitor = freshMonitor()
  const board = await openBoard(monitor)
  const { barId } = await Bar.open()
  await keepOne(barId)
  await runDurableObjectAlarm(monitor)
  const told = () => board.all('changes').flatMap(({ reports }) => reports[barId] ?? [])
  await seen(() => told().length === 1)
  await runDurableObjectAlarm(monitor)
  // The alarm's question was answered before this one.
  await monitor.noteReportsChanged(barId)
  await seen(() => told().length > 1)
  expect(told()).toEqual([1, 1])
})

test('R15 R32 a frame waits at most two seconds although the clock goes back', async () => {
  const monitor = freshMonitor()
  const board = await openBoard(monitor)
  for (const at of [1, 2]) {
    await monitor.pushCounts({ barId: 'K7M2QX', online: at, total: 2, at })
    await seen(() => board.all('changes').length === at)
    passTime(-HOUR_MS)
  }
})

test('an upgrade that did not come through our Worker is refused', async () => {
  const response = await freshMonitor().fetch('http://monitor/', {
    headers: { Upgrade: 'websocket' },
  })
  expect(response.status).toBe(403)
})

const hearReports = () => vi.mocked(ReportCounts.prototype.renew).mockRestore()

/** An open report in D1. Nobody tells the monitor. */
async function keepOne(barId: string): Promise<string> {
  const report = { id: crypto.randomUUID(), personId: crypto.randomUUID(), reportedAt: Date.now() }
  await keepReport(env.DB, { ...report, barId, reason: 'harassment', rank: 'known' })
  return report.id
}

const closeOne = (id: string) =>
  env.DB.prepare("UPDATE reports SET state = 'closed', closed_at = 1 WHERE id = ?").bind(id).run()

const freshMonitor = (): DurableObjectStub<Monitor> => env.MONITOR.getByName(crypto.randomUUID())

/** The hash of one that D1 knows: the monitor, which tests share, ends others when it looks. */
const aSession = async (): Promise<string> => hashSecret(await signIn(await addAdmin()))

async function firstFrame(monitor: DurableObjectStub<Monitor>) {
  const [snapshot] = (await openBoard(monitor)).all('snapshot')
  if (!snapshot) throw new Error('no snapshot')
  return snapshot
}

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
  })
}
