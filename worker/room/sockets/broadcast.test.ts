import { runInDurableObject } from 'cloudflare:test'
import { expect, test, vi } from 'vitest'
import type { ServerMessage } from '#contract/protocol.ts'
import { aPerson, attachmentOf } from '#test/fakes/room.ts'
import { noteFigures } from '#test/worker/figures.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { anIndex, nobodyAway } from '#test/worker/room-parts.ts'
import { stopClock, stopTimers } from '#test/worker/stopped-clock.ts'
import type { Blocks } from '#worker/room/safety/blocks.ts'
import { Broadcast } from './broadcast.ts'
import type { Sockets } from './sockets.ts'

const people = (count: number) => Array.from({ length: count }, (_, index) => `Pessoa ${index}`)

/** Has so many come in one turn of the room, however slow the machine is. */
async function rush(bar: Bar, count: number): Promise<void> {
  await runInDurableObject(bar.room, async (room) => {
    for (const name of people(count)) void bar.enter(new Person(bar, name), {}, room)
  })
}

/** Keeps batch windows open. Returns what ends them. */
function keepBatchesOpen(): (() => void)[] {
  const wait = globalThis.setTimeout
  const waiting: (() => void)[] = []
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms: number) =>
    ms <= 500 ? waiting.push(act) : wait(act, ms)) as typeof setTimeout)
  return waiting
}

type Events = Extract<ServerMessage, { type: 'events' }>

/** A broadcast to these sockets, and each frame that it sends: to how many, when and what. */
function broadcastTo(open: object[], blocks: Pick<Blocks, 'of' | 'markOf'>) {
  const sent: { to: number; at: number; message: Events }[] = []
  const sockets = {
    all: () => open,
    sendEvents(to: object[], message: Events) {
      sent.push({ to: to.length, at: Date.now(), message })
    },
  } as unknown as Sockets
  const { index, enter, leave } = anIndex()
  const broadcast = new Broadcast(sockets, index, blocks, nobodyAway(), () => {})
  return { broadcast, enter, leave, sent }
}

const ALL_SEEN = { of: () => new Set<string>(), markOf: () => '' }
const JOINS = 600
const JOINS_MS = 10_000

const sum = (counts: number[]): number => counts.reduce((one, other) => one + other, 0)

test('B3 rule 4: 600 joins in ten seconds reach each page in order, in at most twelve frames', (context) => {
  stopTimers()
  const open: object[] = []
  const published: string[] = []
  const { broadcast, enter, sent } = broadcastTo(open, ALL_SEEN)
  for (let joined = 0; joined < JOINS; joined += 1) {
    broadcast.publish([enter(aPerson(joined))])
    published.push(aPerson(joined).id)
    open.push({})
    vi.advanceTimersByTime(JOINS_MS / JOINS)
  }
  const lastAt = Date.now()
  vi.advanceTimersByTime(700)
  const told = sent.at(-1)
  const frames = sum(sent.map(({ to }) => to))
  noteFigures(context, {
    'frames delivered per join': frames / JOINS,
    'ms from the last join to the last frame': (told?.at ?? Number.NaN) - lastAt,
  })
  expect(told?.message.total).toBe(JOINS)
  const events = sent.flatMap(({ message }) => message.events.filter(isEntry))
  expect(events.map(({ person }) => person.id)).toEqual(published)
  expect(told?.at).toBeLessThanOrEqual(lastAt + 700)
  expect(frames / JOINS).toBeLessThanOrEqual(12)
})

const PEOPLE = 500
const BLOCKED = 30
const fullHouse = () => Array.from({ length: PEOPLE }, (_, at) => aSocketOf(`${at}`))

test('T66 B3 rule 4: a lone join among 500 people with thirty blocks is one frame, and none for the thirty', (context) => {
  // The first thirty do not see those whose number ends with a zero.
  const marks = new Set(Array.from({ length: BLOCKED }, (_, at) => String(at)))
  const { broadcast, enter, sent } = broadcastTo(fullHouse(), {
    of: (mark) => (mark.endsWith('0') ? marks : new Set()),
    markOf: (personId) => personId,
  })
  const countFrames = () => sum(sent.map(({ to }) => to))
  stopTimers()
  for (let joined = 0; joined < 100; joined += 1) {
    broadcast.publish([enter(aPerson(joined, { id: `nova ${joined}` }))])
    expect(sent.at(-1)?.to).toBe(joined % 10 === 0 ? PEOPLE - BLOCKED : PEOPLE)
    vi.advanceTimersByTime(1_000)
  }
  noteFigures(context, {
    'frames a join to each page, thirty blocks in a bar of 500': countFrames() / 100 / PEOPLE,
    'serialisations a join, thirty blocks in a bar of 500': sent.length / 100,
  })
  expect([countFrames(), sent.length]).toEqual([100 * PEOPLE - 10 * BLOCKED, 100])
})

test('T57 B3 thirty blocked pairs in a rush: each costs at most one more serialisation, all others share', (context) => {
  // 0 does not see 499, nor 1 498, …; the last thirty come, go and come without end.
  const { broadcast, enter, sent } = broadcastTo(fullHouse(), {
    of: (mark) => new Set([`${PEOPLE - 1 - Number(mark)}`]),
    markOf: (personId) => personId,
  })
  stopTimers()
  for (let at = 0; at < 10 * 60; at += 1) {
    const id = `${PEOPLE - 1 - (at % BLOCKED)}`
    broadcast.publish([enter(aPerson(at, { id }))])
    vi.advanceTimersByTime(1_000 / 60)
  }
  vi.advanceTimersByTime(1_000)
  const batches = [...Map.groupBy(sent, ({ at }) => at).values()]
  const all = batches.map((frames) => frames.map(({ to }) => to))
  const most = Math.max(...all.map((frames) => frames.length))
  const shared = Math.min(...all.map((frames) => Math.max(...frames)))
  noteFigures(context, {
    'serialisations a batch at most, thirty blocked pairs in a rush': most,
    'pages that share the whole frame at least, of 500': shared,
  })
  expect(most).toBeLessThanOrEqual(BLOCKED + 1)
  // Each event is hidden from one page.
  expect(sum(sent.map(({ to, message }) => to * message.events.length))).toBe(600 * (PEOPLE - 1))
  expect(shared).toBeGreaterThanOrEqual(PEOPLE - BLOCKED)
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

test('R13 rule 3: a snapshot is the first frame, also of a person with blocks while events wait', async () => {
  stopClock()
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bar.room.block(ana.visit, bia.id)
  keepBatchesOpen()
  await rush(bar, 30)
  expect((await ana.connect()).frames[0]).toMatchObject({ type: 'snapshot', total: 32 })
})

test('R15 if the clock goes back, no event waits longer than the batch window', () => {
  stopTimers()
  const { broadcast, enter, leave, sent } = broadcastTo([], ALL_SEEN)
  for (let joined = 0; joined < 30; joined += 1) {
    broadcast.publish([enter(aPerson(joined))])
  }
  vi.advanceTimersByTime(700)
  vi.setSystemTime(Date.now() - 3_600_000)
  sent.length = 0
  broadcast.publish([enter(aPerson(30))])
  vi.advanceTimersByTime(700)
  broadcast.publish([leave(aPerson(30).id)])
  vi.advanceTimersByTime(700)
  expect(sent).toHaveLength(2)
})

function isEntry<F extends { kind: string }>(event: F): event is F & { kind: 'entered' } {
  return event.kind === 'entered'
}

const lastOf = (page: Awaited<ReturnType<Bar['seat']>>['page']) =>
  page.all('events').at(-1) ?? page.all('snapshot').at(-1)

test('R17 in a batch window events about people wait, and a message does not', async () => {
  stopClock()
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  const waiting = keepBatchesOpen()
  await rush(bar, 30)
  await ana.deliver(bia, 'está cheio hoje')
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
