import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { address } from '#contract/address.ts'
import { ADMIN_API, BARS_PARAMETER } from '#contract/admin-paths.ts'
import { BAR_ID_ALPHABET } from '#contract/bar-id.ts'
import { LIMITS } from '#contract/limits.ts'
import { monitorBoardSchema } from '#contract/monitor.ts'
import { CLOSE, PING } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import {
  addAdmin,
  addMember,
  askAsAdmin,
  lastUseOf,
  openMonitor,
  signIn,
  withQueries,
} from '#test/worker/admin.ts'
import { aReport, statusOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { seen } from '#test/worker/seen.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import { deleteAdminSession } from '#worker/db/admin-sessions.ts'
import { monitorOf } from '#worker/durable-objects.ts'
import { Monitor } from '#worker/monitor/monitor.ts'
import { BarRoom } from '#worker/room/bar-room.ts'

beforeEach(stopClock)

const aSession = async () => signIn(await addAdmin())

test('T7 a poll gets masked phones and a tag, and the same tag gets 304 at the cost of two queries', async () => {
  const token = await aSession()
  const bar = await Bar.open()
  const ana = await bar.admit('Ana', { phone: '+5511987654321' })
  await bar.pushed(1, 1)
  const { rooms, tag } = await seen(async () => {
    const answer = await askAsAdmin(
      address(ADMIN_API.monitor, { [BARS_PARAMETER]: [bar.barId].join() }),
      { token },
    )
    const board = v.parse(monitorBoardSchema, await answer.json())
    return board.counts?.[bar.barId] && { ...board, tag: answer.headers.get('ETag') ?? '' }
  })
  expect(rooms).toMatchObject([{ people: [{ id: ana.id, phone: '•••• 4321' }] }])
  const watched = vi.spyOn(BarRoom.prototype, 'counts')
  const read: string[] = []
  const DB = withQueries((query) => void read.push(query))
  // Other tests' bars may still change.
  let known = tag
  await seen(async () => {
    read.length = 0
    const headers = { 'If-None-Match': `W/${known}` }
    const answer = await askAsAdmin(
      address(ADMIN_API.monitor, { [BARS_PARAMETER]: [bar.barId].join() }),
      { token, headers },
      { DB },
    )
    const body = await answer.text()
    if (answer.status === 304) expect([body, answer.headers.get('ETag')]).toEqual(['', known])
    known = answer.headers.get('ETag') ?? ''
    return answer.status === 304
  })
  expect(read).toHaveLength(2)
  expect(read[0]).toContain('from "admin_sessions"')
  expect(watched).not.toHaveBeenCalled()
})

test('T70 a poll asks the rooms of at most 24 bars, and of no made-up one', async () => {
  const token = await aSession()
  const bar = await Bar.open()
  const asked = vi.spyOn(BarRoom.prototype, 'readSection')
  const answer = await askAsAdmin(
    address(ADMIN_API.monitor, { [BARS_PARAMETER]: ['', 'não', bar.barId.toLowerCase()].join() }),
    { token },
  )
  expect(v.parse(monitorBoardSchema, await answer.json()).rooms).toEqual([
    { barId: bar.barId, people: [], help: [], reports: expect.any(String) },
  ])
  asked.mockClear()
  const made = Array.from({ length: 30 }, (_, index) => `22222${BAR_ID_ALPHABET[index]}`)
  const poll = (barIds: string[]) =>
    statusOf(askAsAdmin(address(ADMIN_API.monitor, { [BARS_PARAMETER]: barIds.join() }), { token }))
  await poll(made)
  expect(asked).not.toHaveBeenCalled()
  const many: string[] = []
  while (many.length < 30) many.push((await Bar.open()).barId)
  await poll(many)
  expect(asked).toHaveBeenCalledTimes(LIMITS.boardSections)
})

const ofOwner = (barId: string): [string, 'owner'] => [barId, 'owner']

test('T57 a poll of an owner of forty bars has a call of the last one', async () => {
  const bars = await Promise.all(Array.from({ length: 40 }, () => Bar.open()))
  const last = bars.at(-1) as Bar
  const token = await signIn(await addMember(...bars.map(({ barId }) => ofOwner(barId))))
  const ana = await last.admit('Ana')
  const id = crypto.randomUUID()
  await last.room.callHelp(ana.visit, { id, kind: 'unwell' })
  const path = address(ADMIN_API.monitor, {
    [BARS_PARAMETER]: bars.map(({ barId }) => barId).join(),
  })
  const answer = await askAsAdmin(path, { token })
  const { rooms } = v.parse(monitorBoardSchema, await answer.json())
  expect(rooms.flatMap(({ help }) => help.map((call) => call.id))).toEqual([id])
  expect(rooms).toHaveLength(bars.length)
})

test('T57 a poll has the calls of the rooms that it names while the monitor fails, and no numbers', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const [bar, ana] = await Bar.admitted('Ana')
  const id = crypto.randomUUID()
  await bar.room.callHelp(ana.visit, { id, kind: 'unwell' })
  vi.spyOn(Monitor.prototype, 'read').mockRejectedValue(new Error('away'))
  const path = address(ADMIN_API.monitor, { [BARS_PARAMETER]: bar.barId })
  const answer = await askAsAdmin(path, { token: await aSession() })
  const { rooms, counts, barList } = v.parse(monitorBoardSchema, await answer.json())
  expect(rooms).toMatchObject([{ barId: bar.barId, help: [{ id }] }])
  expect([counts, barList]).toEqual([undefined, undefined])
  expect(logged.mock.calls.join()).toContain('monitor_not_read')
})

test('T57 T58 without sockets the staff see and answer calls for help, and see that reports changed', async () => {
  const [bar, ana] = await Bar.admitted('Ana')
  const bia = await bar.seat('Bia')
  const { barId } = bar
  const member = await addMember([barId, 'staff'])
  const token = await signIn(member)
  const read = async () => {
    const answer = await askAsAdmin(
      address(ADMIN_API.monitor, { [BARS_PARAMETER]: [barId].join() }),
      { token },
    )
    const [room] = v.parse(monitorBoardSchema, await answer.json()).rooms
    return { help: room?.help ?? [], reports: room?.reports }
  }
  const id = crypto.randomUUID()
  const say = (path: string, json: object) =>
    statusOf(askAsAdmin(path, { method: 'PUT', token, json }))
  const before = await read()
  await bar.room.callHelp(ana.visit, { id, kind: 'unwell' })
  expect((await read()).help).toMatchObject([
    { id, kind: 'unwell', state: 'open', personId: ana.id, name: 'Ana', table: '7' },
  ])
  const shown = address(ADMIN_API.helpShown, { barId })
  for (const other of [crypto.randomUUID(), ana.id]) {
    expect(await say(shown, { ids: [other] })).toBe(204)
  }
  expect((await ana.look()).help).toMatchObject({ state: 'open', isSeen: false })
  expect(await say(shown, { ids: [crypto.randomUUID(), id] })).toBe(204)
  expect((await ana.look()).help).toMatchObject({ state: 'open', isSeen: true })
  expect((await read()).help).toMatchObject([{ id, isSeen: true }])
  const answered = address(ADMIN_API.personHelp, { barId, personId: ana.id })
  expect(await say(answered, { id, answer: 'coming' })).toBe(200)
  const [word = ''] = member.email.split('-')
  expect((await read()).help).toMatchObject([
    { id, state: 'coming', helper: `${word.slice(0, 1).toUpperCase()}${word.slice(1)}` },
  ])
  expect(await say(answered, { id, answer: 'resolved' })).toBe(200)
  expect(await read()).toEqual(before)

  await bar.room.report(bia.visit, aReport(ana))
  const changed = await seen(async () => {
    const { reports } = await read()
    return reports !== before.reports && reports
  })
  expect((await read()).reports).toBe(changed)
  await bar.room.reportsChanged()
  expect((await read()).reports).not.toBe(changed)
})

test('T33 an upgrade that arrives after its session has ended is closed', async () => {
  const token = await aSession()
  await monitorOf(env).closeSession(hashSecret(token))
  const late = await openMonitor(token)
  await seen(() => late.closed)
  expect([late.closed, late.frames]).toEqual([CLOSE.sessionEnded, []])
})

test('T33 an open board counts as use, once in ten minutes, and closes after its session has ended', async () => {
  const began = Date.now() - TIMINGS.adminSessionNotedEveryMs - 1_000
  const token = await signIn(await addAdmin(), began)
  const mine = await openMonitor(token, { DB: stillUnused() })
  await monitorOf(env).closeEndedSessions()
  const noted = await lastUseOf(token)
  expect(noted).toBeGreaterThan(began)
  await monitorOf(env).closeEndedSessions()
  expect(await lastUseOf(token)).toBe(noted)
  await deleteAdminSession(env.DB, hashSecret(token))
  await monitorOf(env).closeEndedSessions()
  await seen(() => mine.closed)
  expect(mine.closed).toBe(CLOSE.sessionEnded)
})

test('T33 a board whose client is gone is closed and does not count as use of its session', async () => {
  // The platform takes the time of pings from the machine's clock.
  vi.useRealTimers()
  const began = Date.now() - TIMINGS.adminSessionNotedEveryMs - 1_000
  const tokens = [await signIn(await addAdmin(), began), await signIn(await addAdmin(), began)]
  const [gone = '', here = ''] = tokens
  const shut = await openMonitor(gone, { DB: stillUnused() })
  const alive = await openMonitor(here, { DB: stillUnused() })
  const hashes = tokens.map(hashSecret)
  await runInDurableObject(monitorOf(env), (_, state) => {
    for (const socket of hashes.flatMap((hash) => state.getWebSockets(hash))) {
      const acceptedAt = Date.now() - TIMINGS.hiddenGraceMs - 1
      socket.serializeAttachment({ ...socket.deserializeAttachment(), acceptedAt })
    }
  })
  alive.send(PING)
  await seen(() => alive.pongs > 0)
  await monitorOf(env).closeEndedSessions()
  await seen(() => shut.closed)
  expect([shut.closed, alive.closed]).toEqual([CLOSE.silent, null])
  expect(await lastUseOf(gone)).toBe(began)
  expect(await lastUseOf(here)).toBeGreaterThan(began)
})

/** Disables the Worker's own write of a session's use. */
const stillUnused = (): D1Database =>
  withQueries((query) => (query.startsWith('update') ? 'SELECT ?, ?, ?' : query))
