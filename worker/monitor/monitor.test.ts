import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import type { MockInstance } from 'vitest'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MonitorMessage } from '#contract/monitor.ts'
import { monitorMessageSchema, toPersonKey } from '#contract/monitor.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Person } from '#test/worker/room-client.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { monitorOf } from '#worker/durable-objects.ts'
import { Monitor } from './monitor.ts'
import { SESSION_HEADER } from './watchers.ts'

beforeEach(stopClock)

const LOOKS = 3_000

test('the board follows: who enters, goes offline, comes back and leaves', async () => {
  const monitor = monitorOf(env)
  const board = await openBoard(monitor)
  const bar = await Bar.open()
  const ana = await bar.seat('Ana')
  await seen(() =>
    board
      .all('changes')
      .flatMap(({ entered }) => entered)
      .find(isIn(bar, ana)),
  )

  await bar.room.startLeaving(ana.visit)
  await seen(() => board.all('changes').some(({ offline }) => offline.includes(keyOf(bar, ana))))
  await bar.room.stay(ana.visit)
  await seen(() => board.all('changes').some(({ online }) => online.includes(keyOf(bar, ana))))
  await leave(bar, ana)
  const gone = await seen(() =>
    board
      .all('changes')
      .flatMap(({ left }) => left)
      .find(({ key }) => key === keyOf(bar, ana)),
  )
  expect(gone.name).toBe('Ana')
  await seen(async () => !(await listOf(monitor)).includes(bar.barId))
})

test('T7 a watcher who comes later gets everybody in the first frame, phones masked', async () => {
  const reported = vi.spyOn(Monitor.prototype, 'report')
  const bar = await Bar.open()
  const ana = await bar.admit('Ana', { phone: '+5511987654321' })
  const monitor = monitorOf(env)
  await answered(reported, bar)
  await seen(async () => (await listOf(monitor)).includes(bar.barId))
  const { rooms } = await (await openBoard(monitor)).get('snapshot')
  const people = rooms.find(({ barId }) => barId === bar.barId)?.people
  expect(people).toMatchObject([{ id: ana.id, name: 'Ana', phone: '•••• 4321' }])
})

test('a poll returns the board once, and nothing while nothing changes', async () => {
  const monitor = monitorOf(env)
  const first = await monitor.poll(null)
  expect(first.board).not.toBeNull()
  const again = await monitor.poll(first.tag)
  expect(again).toEqual({ tag: first.tag, board: null })

  const bar = await Bar.open()
  const ana = await bar.seat('Ana')
  const changed = await seen(async () => {
    const { board } = await monitor.poll(first.tag)
    return board?.rooms.find(({ barId }) => barId === bar.barId)
  })
  expect(changed.people.map(({ id }) => id)).toEqual([ana.id])
})

test('R15 R32 by a clock that goes back the board falls behind no longer than ever', async () => {
  const board = await openBoard(monitorOf(env))
  const bar = await Bar.open()
  const entered = (person: Person) =>
    seen(() =>
      board
        .all('changes')
        .flatMap((frame) => frame.entered)
        .find(isIn(bar, person)),
    )
  await entered(await bar.seat('Ana'))
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000)
  await entered(await bar.seat('Bia'))
  // Its room would report while another test counts reports.
  await env.DB.prepare('UPDATE bars SET deleted_at = 1 WHERE id = ?').bind(bar.barId).run()
  await bar.room.barChanged(bar.barId)
})

test('T33 a session that ends takes its sockets with it', async () => {
  const monitor = freshMonitor()
  const [mine, other] = [await openBoard(monitor, 'mine'), await openBoard(monitor, 'other')]
  await monitor.closeSession('mine')
  await seen(() => mine.closed)
  expect(mine.closed?.code).toBe(CLOSE.sessionEnded)
  expect(other.closed).toBeNull()
})

test('rooms report only while somebody watches', async () => {
  const reported = vi.spyOn(Monitor.prototype, 'report')
  const bar = await Bar.open()
  const ana = await bar.seat('Ana')
  await leased(reported, bar)
  await bar.room.watch(0, 0)
  const before = reportsOf(reported, bar)
  await bar.seat('Bia')
  await leave(bar, ana)
  await ana.page.until(() => ana.page.closed)
  expect(reportsOf(reported, bar)).toBe(before)

  await bar.room.watch(Date.now() + TIMINGS.monitorLeaseMs, 0)
  await bar.seat('Caio')
  await seen(() => reportsOf(reported, bar) > before)
})

test('a room that slept remembers whether it is watched', async () => {
  const reported = vi.spyOn(Monitor.prototype, 'report')
  const bar = await Bar.open()
  const ana = await bar.seat('Ana')
  await leased(reported, bar)
  await bar.room.watch(0, 0)
  await bar.sleep()
  const before = reportsOf(reported, bar)
  await leave(bar, ana)
  await ana.page.until(() => ana.page.closed)
  expect(reportsOf(reported, bar)).toBe(before)
})

test('a watched room that hibernated without sockets reports the first one that opens', async () => {
  const reported = vi.spyOn(Monitor.prototype, 'report')
  await openBoard(monitorOf(env))
  const bar = await Bar.open()
  const ana = await bar.admit('Ana')
  await runInDurableObject(bar.room, (_, { storage }) => {
    storage.sql.exec('UPDATE bar_profiles SET online_until = 1')
  })
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

const keyOf = ({ barId }: Bar, { id }: Person) => toPersonKey(barId, id)

test('who comes in between two watchers is on the board of the second', async () => {
  const monitor = monitorOf(env)
  await openBoard(monitor, 'the first')
  for (const session of ['a session', 'the first']) await monitor.closeSession(session)
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + TIMINGS.monitorPollCountsMs + 1_000)
  const reported = vi.spyOn(Monitor.prototype, 'report')
  const bar = await Bar.open()
  const ana = await bar.seat('Ana')
  await answered(reported, bar)
  const { rooms } = await (await openBoard(monitor, 'the second')).get('snapshot')
  const people = rooms.find(({ barId }) => barId === bar.barId)?.people
  expect(people?.map(({ id }) => id)).toEqual([ana.id])
  await monitor.closeSession('the second')
})

function isIn({ barId }: Bar, { id }: Person) {
  return (entry: { barId: string; person: { id: string } }) =>
    entry.barId === barId && entry.person.id === id
}

/** Leaves and passes the 2 s. */
async function leave({ room }: Bar, { visit }: Person): Promise<void> {
  await room.startLeaving(visit)
  passTime(TIMINGS.leavingMs)
  await runDurableObjectAlarm(room)
}

/** Waits until the monitor has answered the room's first report, which brings a lease. */
async function answered(reported: MockInstance<Monitor['report']>, { barId }: Bar) {
  const call = await seen(() => {
    const index = reported.mock.calls.findIndex(([report]) => report.barId === barId)
    return index < 0 ? null : { answer: reported.mock.results[index]?.value }
  })
  await call.answer
}

/** Waits until the room has applied the lease: its attachments hold it. */
async function leased(reported: MockInstance<Monitor['report']>, bar: Bar) {
  await answered(reported, bar)
  await seen(() =>
    runInDurableObject(bar.room, (_, state) =>
      state.getWebSockets().every((socket) => socket.deserializeAttachment().watchedUntil !== null),
    ),
  )
}

/** Reports of one room; rooms of other tests may still report. */
function reportsOf(reported: MockInstance<Monitor['report']>, { barId }: Bar): number {
  return reported.mock.calls.filter(([report]) => report.barId === barId).length
}

function freshMonitor(): DurableObjectStub<Monitor> {
  return env.MONITOR.getByName(crypto.randomUUID())
}

async function listOf(monitor: DurableObjectStub<Monitor>): Promise<string[]> {
  return runInDurableObject(monitor, (_, { storage }) =>
    storage.sql
      .exec<{ id: string }>('SELECT id FROM bars')
      .toArray()
      .map(({ id }) => id),
  )
}

type Of<T extends MonitorMessage['type']> = Extract<MonitorMessage, { type: T }>

async function openBoard(monitor: DurableObjectStub<Monitor>, tokenHash = 'a session') {
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

async function seen<T>(look: () => Promise<T> | T): Promise<NonNullable<T>> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const found = await look()
    if (found) return found
    await scheduler.wait(10)
  }
  throw new Error(`Not seen: ${look}`)
}
