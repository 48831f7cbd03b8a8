import { runInDurableObject } from 'cloudflare:test'
import { expect, test, vi } from 'vitest'
import type { ServerMessage } from '#contract/protocol.ts'
import { aPerson, attachmentOf } from '#test/fakes/room.ts'
import { noteFigures } from '#test/worker/figures.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { anIndex, nobodyAway } from '#test/worker/room-parts.ts'
import { stopClock, stopTimers } from '#test/worker/stopped-clock.ts'
import type { Sight } from './broadcast.ts'
import { Broadcast } from './broadcast.ts'
import type { Sockets } from './sockets.ts'

const people = (count: number) => Array.from({ length: count }, (_, index) => `Pessoa ${index}`)

/** Has so many come in one turn of the room, however slow the machine is. */
async function rush(bar: Bar, count: number): Promise<void> {
  await runInDurableObject(bar.room, async (room) => {
    for (const name of people(count)) void bar.enter(new Person(bar, name), {}, room)
  })
}

const broadcastTo = (sockets: object, sight: Sight): Broadcast =>
  new Broadcast(sockets as Sockets, anIndex(), sight, nobodyAway(), () => {})

test('rule 4: lone events are sent at once, each in a frame', async () => {
  stopClock()
  const [bar, ana] = await Bar.seated('Ana')
  for (const name of people(3)) {
    const before = ana.page.all('events').length
    await bar.admit(name)
    await ana.page.until(() => ana.page.all('events').length > before)
  }
  expect(ana.page.all('events').map(({ events }) => events.length)).toEqual([1, 1, 1])
})

test('rule 4: in a batch window events share frames, in their order, and none is lost', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await rush(bar, 60)
  for (const { page } of [ana, bia]) {
    await page.until(() => page.all('events').at(-1)?.total === 62)
  }
  const frames = ana.page.all('events').filter(({ events }) => events.some(isEntry))
  expect(frames.length).toBeLessThan(20)
  expect(frames.at(-1)).toMatchObject({ total: 62, online: 62 })
  const entered = (page: typeof ana.page) => page.events().filter(isEntry)
  expect(entered(bia.page)).toEqual(entered(ana.page).slice(-entered(bia.page).length))
  expect(new Set(entered(ana.page).map(({ person }) => person.id)).size).toBe(61)
})

const ALL_SEEN = { hiddenFrom: () => new Set<string>(), markOf: () => '' }
const JOINS = 600
const JOINS_MS = 10_000

test('B3 600 who join in ten seconds cost at most twelve frames each, the last one broadcast in 700 ms', (context) => {
  stopTimers()
  const open: object[] = []
  let frames = 0
  let told = { total: 0, at: 0 }
  const sockets = {
    all: () => open,
    sendEvents(to: object[], message: Extract<ServerMessage, { type: 'events' }>) {
      frames += to.length
      told = { total: message.total, at: Date.now() }
    },
  }
  const broadcast = broadcastTo(sockets, ALL_SEEN)
  for (let joined = 0; joined < JOINS; joined += 1) {
    broadcast.publish([{ kind: 'entered', person: aPerson(joined) }])
    open.push({})
    vi.advanceTimersByTime(JOINS_MS / JOINS)
  }
  const lastAt = Date.now()
  vi.advanceTimersByTime(700)
  noteFigures(context, {
    'frames delivered per join': frames / JOINS,
    'ms from the last join to the last frame': told.at - lastAt,
  })
  expect(told.total).toBe(JOINS)
  expect(told.at).toBeLessThanOrEqual(lastAt + 700)
  expect(frames / JOINS).toBeLessThanOrEqual(12)
})

test('T57 B3 thirty blocks in a bar of 500: a join is one frame a page, serialised at most twice', (context) => {
  const [PEOPLE, BLOCKED] = [500, 30]
  const open = Array.from({ length: PEOPLE }, (_, at) => aSocketOf(String(at)))
  let [frames, serialised] = [0, 0]
  const hidden: number[] = []
  const sockets = {
    all: () => open,
    sendEvents(to: WebSocket[], { events }: Extract<ServerMessage, { type: 'events' }>) {
      frames += to.length
      serialised += 1
      if (events.some(({ kind }) => kind === 'aside')) hidden.push(to.length)
    },
  }
  // The first thirty do not see those whose number ends with a zero.
  const marks = new Set(Array.from({ length: BLOCKED }, (_, at) => String(at)))
  const sight: Sight = {
    hiddenFrom: (personId) => (personId.endsWith('0') ? marks : new Set()),
    markOf: (personId) => personId,
  }
  const broadcast = broadcastTo(sockets, sight)
  stopTimers()
  for (let joined = 0; joined < 100; joined += 1) {
    broadcast.publish([{ kind: 'entered', person: aPerson(joined, { id: `nova ${joined}` }) }])
    vi.advanceTimersByTime(1_000)
  }
  noteFigures(context, {
    'frames a join to each page, thirty blocks in a bar of 500': frames / 100 / PEOPLE,
    'serialisations a join, thirty blocks in a bar of 500': serialised / 100,
  })
  expect([frames, serialised]).toEqual([100 * PEOPLE, 110])
  expect(hidden).toEqual(Array(10).fill(BLOCKED))
})

test('T57 B3 thirty blocked pairs in a rush: each costs at most one more serialisation, all others share', (context) => {
  const [PEOPLE, PAIRS, SECONDS] = [500, 30, 10]
  const open = Array.from({ length: PEOPLE }, (_, at) => aSocketOf(`${at}`))
  const batches = new Map<number, number[]>()
  const sockets = {
    all: () => open,
    sendEvents(to: WebSocket[], { number }: Extract<ServerMessage, { type: 'events' }>) {
      batches.set(number, [...(batches.get(number) ?? []), to.length])
    },
  }
  // 0 does not see 499, nor 1 498, …; the last thirty come, go and come without end.
  const sight: Sight = {
    hiddenFrom: (personId) => new Set([`${PEOPLE - 1 - Number(personId)}`]),
    markOf: (personId) => personId,
  }
  const broadcast = broadcastTo(sockets, sight)
  stopTimers()
  for (let at = 0; at < SECONDS * 60; at += 1) {
    const id = `${PEOPLE - 1 - (at % PAIRS)}`
    broadcast.publish([{ kind: 'entered', person: aPerson(at, { id }) }])
    vi.advanceTimersByTime(1_000 / 60)
  }
  vi.advanceTimersByTime(1_000)
  const all = [...batches.values()]
  const most = Math.max(...all.map((frames) => frames.length))
  noteFigures(context, {
    'serialisations a batch at most, thirty blocked pairs in a rush': most,
    'pages that share the whole frame at least, of 500': Math.min(
      ...all.map((frames) => Math.max(...frames)),
    ),
  })
  expect(most).toBeLessThanOrEqual(PAIRS + 1)
  for (const frames of all) {
    expect(frames.reduce((sum, count) => sum + count)).toBe(PEOPLE)
    expect(Math.max(...frames)).toBeGreaterThanOrEqual(PEOPLE - PAIRS)
  }
})

function aSocketOf(personId: string): WebSocket {
  return { deserializeAttachment: () => attachmentOf(personId) } as unknown as WebSocket
}

test('R13 rule 3: a snapshot taken in a batch window and the frames after it make up the same room', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  const names = people(25)
  const [, page] = await Promise.all([
    Promise.all(names.map((name) => bar.admit(name))),
    (async () => {
      await scheduler.wait(20)
      return ana.connect()
    })(),
  ])
  await page.until(() => lastOf(page)?.total === 26)
  const snapshot = await page.get('snapshot')
  const known = new Set(snapshot.people.map(({ id }) => id))
  for (const frame of page.all('events')) {
    const fresh = frame.events.slice(
      Math.max(0, frame.events.length - (frame.number - snapshot.number)),
    )
    for (const event of fresh) if (isEntry(event)) known.add(event.person.id)
  }
  expect(known.size).toBe(25)
})

test('R15 if the clock goes back, no event waits longer than the batch window', () => {
  stopTimers()
  const told: number[] = []
  const sockets = { all: () => [], sendEvents: () => told.push(Date.now()) }
  const broadcast = broadcastTo(sockets, ALL_SEEN)
  for (let joined = 0; joined < 30; joined += 1) {
    broadcast.publish([{ kind: 'entered', person: aPerson(joined) }])
  }
  vi.advanceTimersByTime(700)
  vi.setSystemTime(Date.now() - 3_600_000)
  told.length = 0
  broadcast.publish([{ kind: 'entered', person: aPerson(30) }])
  vi.advanceTimersByTime(700)
  broadcast.publish([{ kind: 'left', personId: aPerson(30).id, name: 'Pessoa 30', mark: '' }])
  vi.advanceTimersByTime(700)
  expect(told).toHaveLength(2)
})

function isEntry<F extends { kind: string }>(event: F): event is F & { kind: 'entered' } {
  return event.kind === 'entered'
}

const lastOf = (page: Awaited<ReturnType<Bar['seat']>>['page']) =>
  page.all('events').at(-1) ?? page.all('snapshot').at(-1)

test('R17 in a batch window events about people wait, and a message does not', async () => {
  stopClock()
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  // What waits for company does so until the test lets it go.
  const wait = globalThis.setTimeout
  const waiting: (() => void)[] = []
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms: number) =>
    ms <= 500 ? waiting.push(act) : wait(act, ms)) as typeof setTimeout)
  await rush(bar, 30)
  await ana.tell(bia, 'está cheio hoje')
  const entered = () => bia.page.events().filter(({ kind }) => kind === 'entered').length
  expect(entered()).toBeLessThan(30)
  await runInDurableObject(bar.room, () => {
    for (const act of waiting.splice(0)) act()
  })
  await bia.page.until(() => bia.page.all('events').at(-1)?.total === 32)
  expect(entered()).toBe(30)
  const at = (type: string) => bia.page.frames.findLastIndex((frame) => frame.type === type)
  expect(at('message')).toBeLessThan(at('events'))
})
