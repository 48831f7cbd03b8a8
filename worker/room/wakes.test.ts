import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, inject, test } from 'vitest'
import { HOUR_MS } from '#contract/durations.ts'
import { LIMITS } from '#contract/limits.ts'
import type { PublicPerson } from '#contract/person.ts'
import { TIMINGS } from '#contract/timings.ts'
import { idOf } from '#test/fakes/room.ts'
import { noteFigures } from '#test/worker/figures.ts'
import { insertMessages, insertPerson } from '#test/worker/full-bar.ts'
import { Bar, Person } from '#test/worker/room-client.ts'
import { countRows } from '#test/worker/room-rows.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How many people, how many of them connected, and how often each wake is taken. */
    wakes: { sizes: number[]; connected: number; runs: number }
  }
}

const { sizes, connected, runs } = inject('wakes')
const MESSAGES = 100_000
const CONNECTED_WITHIN_MS = 7_000
const SECRET_HASH = 'of everybody'
const MESSAGE = 'a message'
const SAID = 'acorda'
/** Rows of any bar: the room's own row, the rows that the alarm looks for, the new person. */
const FEW_ROWS = 60
const SILENT_MS = TIMINGS.heardWithinMs + 1

interface Cost {
  read: number
  written: number
  /** Lists the statements with the rows that each read. */
  list: string
  /** Time from the event that woke the room to the end of its handler. */
  ms: number
  /** Time from that event to the first frame at a page that waits for it. */
  frameMs: number
  /** CPU time of the whole runtime meanwhile, the pages' too. */
  cpuMs: number
  /** CPU time of a wake that sends nothing, without the time that the platform takes for sockets. */
  ownMs: number
}

const { RUNTIME_CPU } = env as Cloudflare.Env & { RUNTIME_CPU: Fetcher }
const readCpuMs = async () => Number(await (await RUNTIME_CPU.fetch('http://cpu')).text())

beforeEach(stopClock)

test.for(sizes)(
  'B11 a room of %i people that wakes for a message reads at most sixty rows, for anything else each person at most once',
  async (count, context) => {
    const { bar, ana, bia } = await openFullBar(count)
    const rows = await countRows(bar)
    const sleepAndTake = async (
      act: () => Promise<unknown>,
      waitForFrame: () => Promise<unknown> = async () => {},
    ): Promise<Cost> => {
      await bar.sleep()
      rows.forget()
      const cpuBefore = await readCpuMs()
      const startedAt = performance.now()
      const frameMs = waitForFrame().then(() => performance.now() - startedAt)
      await act()
      const ms = performance.now() - startedAt
      const cpuMs = (await readCpuMs()) - cpuBefore
      return { ms, cpuMs, ownMs: cpuMs, frameMs: await frameMs, ...(await rows.take()).inAll }
    }
    /** Measures the wake without its sending and without the sockets that the platform wakes. */
    const sleepAndTakeOwn = async (act: () => Promise<unknown>): Promise<number> => {
      const { cpuMs } = await withoutEvents(() => sleepAndTake(act))
      const woken = await sleepAndTake(() => bar.countOpen())
      return cpuMs - woken.cpuMs
    }
    const alarm = () => runDurableObjectAlarm(bar.room)
    const WAKES: Record<string, (run: number) => Promise<Cost>> = {
      async [MESSAGE]() {
        const id = crypto.randomUUID()
        await eraseSaid(bar)
        const cost = await sleepAndTake(
          async () => ana.say(bia, SAID, id),
          () => bia.page.get('message', ({ message }) => message.id === id),
        )
        return { ...cost, ms: cost.frameMs }
      },
      'an alarm that finds everybody': () => sleepAndTake(alarm),
      async 'a ping that ran out'(run) {
        const [gone, alsoGone] = [idOf(2 * run), idOf(2 * run + 1)]
        await bar.silence({ id: gone }, SILENT_MS)
        const told = untilEvent(ana, 'presence', ({ id }) => id === gone)
        const cost = await sleepAndTake(alarm, () => told)
        await bar.silence({ id: alsoGone }, SILENT_MS)
        return { ...cost, ownMs: await sleepAndTakeOwn(alarm) }
      },
      async 'one who comes'(run) {
        const [caio, dora] = [new Person(bar, `Caio ${run}`), new Person(bar, `Dora ${run}`)]
        const phone = (line: number) => ({ phone: `+55${line}9${String(run).padStart(8, '0')}` })
        const told = untilEvent(ana, 'entered', ({ name }) => name === caio.name)
        const cost = await sleepAndTake(
          () => bar.enter(caio, phone(11)),
          () => told,
        )
        return { ...cost, ownMs: await sleepAndTakeOwn(() => bar.enter(dora, phone(12))) }
      },
    }
    for (const [wake, take] of Object.entries(WAKES)) {
      const costs: Cost[] = []
      for (let run = 0; run < runs; run += 1) costs.push(await take(run))
      const middle = (of: (cost: Cost) => number) =>
        costs.map(of).sort((one, other) => one - other)[runs >> 1] ?? Number.NaN
      noteFigures(context, {
        [`rows read, ${wake} among ${count}`]: Math.max(...costs.map(({ read }) => read)),
        [`rows written, ${wake} among ${count}`]: middle(({ written }) => written),
        [`ms, ${wake} among ${count}`]: middle(({ ms }) => ms),
        [`CPU of its own, ${wake} among ${count}`]: middle(({ ownMs }) => ownMs),
        [`ms to the first frame, ${wake} among ${count}`]: middle(({ frameMs }) => frameMs),
      })
      // Everybody, the two who talk, and the two of each run who went or came.
      const people = wake === MESSAGE ? 0 : count + 2 + 2 * runs
      for (const { read, list } of costs) {
        expect(read, list).toBeGreaterThan(10)
        expect(read, `${wake}\n${list}`).toBeLessThanOrEqual(people + FEW_ROWS)
      }
    }
  },
)

function untilEvent(
  { page }: Person,
  kind: 'entered' | 'presence',
  isMeant: (person: PublicPerson) => boolean,
): Promise<unknown> {
  return page.get('events', ({ events }) =>
    events.some((event) => event.kind === kind && isMeant(event.person)),
  )
}

/** Drops events: the pages are in this process, and would cost more than the room. */
async function withoutEvents<T>(act: () => Promise<T>): Promise<T> {
  const { prototype } = WebSocket
  const { send } = prototype
  // No mock: one notes its thousand calls.
  prototype.send = function (this: WebSocket, frame) {
    if (typeof frame !== 'string' || !frame.startsWith('{"type":"events"')) send.call(this, frame)
  }
  try {
    return await act()
  } finally {
    prototype.send = send
  }
}

/** Two who talk, everybody else of a full house, and 100,000 messages between them. */
async function openFullBar(count: number) {
  const bar = await Bar.open()
  const [ana, bia] = [await bar.seat('Ana'), await bar.seat('Bia')]
  await runInDurableObject(bar.room, (_, { storage: { sql } }) => {
    const enteredAt = Date.now() - HOUR_MS
    for (let number = 0; number < count; number += 1) {
      // Nothing is to be broadcast of who connects, or stays offline.
      const onlineUntil = number < connected ? Date.now() + CONNECTED_WITHIN_MS : 1
      insertPerson(sql, number, { enteredAt, onlineUntil, secretHash: SECRET_HASH })
    }
    const others = Array.from({ length: 9 }, (_unused, number) => idOf(number))
    for (const other of [bia.id, ...others]) {
      const texts = Array.from({ length: 10 }, (_unused, number) => `${number}`)
      insertMessages(sql, other, ana.id, texts)
    }
    insertManyMessages(sql, MESSAGES)
    // A room sleeps after ten seconds without work.
    sql.exec('UPDATE messages SET created_at = created_at - 600000')
  })
  await bar.sleep()
  for (let number = 0; number < Math.min(count, connected); number += 1) {
    // The clock is stopped, and a second has so many handshakes.
    if (number % (LIMITS.handshakesPerSecond - 100) === 0) passTime(1_000)
    const person = new Person(bar, `Pessoa ${number}`)
    await Object.assign(person, { id: idOf(number), secretHash: SECRET_HASH }).openSilently()
  }
  await bar.sleep()
  // The first alarm of an hour notes how many are here.
  passTime(CONNECTED_WITHIN_MS)
  await runDurableObjectAlarm(bar.room)
  return { bar, ana, bia }
}

/** The messages of earlier runs, which the next would read too. */
async function eraseSaid(bar: Bar): Promise<void> {
  await runInDurableObject(bar.room, (_, { storage: { sql } }) => {
    sql.exec('DELETE FROM messages WHERE text = ?', SAID)
  })
}

/** Conversations of ten messages each between people of the bar. */
function insertManyMessages(sql: SqlStorage, count: number): void {
  const id = (number: string) => `printf('00000000-0000-4000-8000-%012d', ${number})`
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1000000 UNION ALL
    SELECT i + 1 FROM n WHERE i < ${1_000_000 + count - 1})`
  sql.exec(`INSERT INTO messages ${numbers}
    SELECT i / 10, i % 10 + 1, ${id('i')}, ${id('i / 10')}, 'oi', ${Date.now()} FROM n`)
  for (const [person, partner] of [
    ['i / 10', 'i / 10 + 1'],
    ['i / 10 + 1', 'i / 10'],
  ] as const) {
    sql.exec(`INSERT INTO sides (person, partner, conversation) ${numbers}
      SELECT ${id(person)}, ${id(partner)}, i / 10 FROM n WHERE i % 10 = 0`)
  }
}
