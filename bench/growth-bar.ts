import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '../contract/limits.ts'
import { TIMINGS } from '../contract/timings.ts'
import { takeRuns } from './bench.ts'
import type { Order, Speaker, Talked } from './chat-load.ts'
import type { Counts, Crowd, CrowdOrder } from './crowd.ts'
import type { Credentials } from './enter.ts'
import { enterMany, toAddress, toPerson } from './enter.ts'
import { Child, readCpuMs, toCores, untilIdle } from './processes.ts'

const SPEAKERS = 10
const WARM_UP_EACH = 30
const MESSAGES_EACH = 300
const JOINS = 60
const JOINS_MS = 3_000
/** Everybody pings once in it. */
const SILENT_MS = 20_000
const CONNECTED_MAX = LIMITS.socketsPerBar - JOINS

/** What a bar of this many people costs. */
export interface Grown {
  people: number
  connected: number
  runs: GrownRun[]
  /** The server's CPU in a minute in which everybody only pings, of each run. */
  silentMs: number[]
}

/** Some of them talk, then more come, who leave again. */
export interface GrownRun {
  usPerMessage: number
  /** Who is told of a join, the newcomers too. */
  pages: number
  framesPerJoinAndPage: number
  bytesPerJoinAndPage: number
  msPerJoin: number
  usPerJoinAndPage: number
  msToEnter: number
  bytesToEnter: number
  /** Events told meanwhile, to all pages together, of something else than these joins. */
  otherFacts: number
  /** Pages that ended with something else than the bar holds. */
  wrong: number
  /** How much of a core the busier generator took. */
  loadCores: number
}

interface Bar {
  origin: string
  barId: string
  visits: Credentials[]
  counts: Counts
  /** Of the process that serves. */
  pid: number
  crowd: Child
  speakers: Child
}

export async function measureBar(
  origin: string,
  barId: string,
  people: number,
  findPid: () => number,
): Promise<Grown> {
  const visits = await enterMany(origin, barId, people)
  const connected = Math.min(people, CONNECTED_MAX)
  const [crowd, speakers] = [new Child('crowd.ts'), new Child('chat-load.ts')]
  const counts = { total: people, online: connected }
  const bar: Bar = { origin, barId, visits, counts, pid: findPid(), crowd, speakers }
  try {
    await seatAll(bar)
    const silentMs = await takeRuns(() => keepSilence(bar))
    await speakers.ask<Talked>({ order: 'talk', messagesEach: WARM_UP_EACH } satisfies Order)
    const runs = await takeRuns(() => measureRun(bar))
    return { people, connected, runs, silentMs }
  } finally {
    crowd.end()
    speakers.end()
  }
}

async function seatAll({ origin, barId, visits, counts, pid, crowd, speakers }: Bar) {
  // Whoever will have no page goes offline before anybody looks: a page keeps whom it has loaded.
  if (counts.online < counts.total) await sleep(TIMINGS.offlineGraceMs + 1_000)
  await untilIdle(pid)
  const talking = visits
    .slice(0, SPEAKERS)
    .map((visit): Speaker => ({ id: visit.id, address: toAddress(origin, barId, visit) }))
  await speakers.ask({ order: 'connect', dialect: 'room', people: talking } satisfies Order)
  const seated = visits.slice(SPEAKERS, counts.online)
  await crowd.ask({ order: 'seat', origin, barId, visits: seated } satisfies CrowdOrder)
  // Until everybody knows of everybody.
  await crowd.ask({ order: 'rest', counts } satisfies CrowdOrder)
  await untilIdle(pid)
}

async function keepSilence({ pid }: Bar): Promise<number> {
  const before = readCpuMs(pid)
  await sleep(SILENT_MS)
  return ((readCpuMs(pid) - before) * 60_000) / SILENT_MS
}

async function measureRun(bar: Bar): Promise<GrownRun> {
  const { origin, barId, visits, counts, pid, crowd, speakers } = bar
  const beforeTalk = readCpuMs(pid)
  const talk: Order = { order: 'talk', messagesEach: MESSAGES_EACH }
  const talked = await speakers.ask<Talked>(talk)
  const talkMs = readCpuMs(pid) - beforeTalk

  const beforeJoins = readCpuMs(pid)
  const join: CrowdOrder = {
    ...({ order: 'join', origin, barId, count: JOINS, withinMs: JOINS_MS } as const),
    present: visits.map((visit, index) => toPerson(visit, index, index < counts.online)),
  }
  const came = await crowd.ask<Crowd>(join)
  const joinMs = readCpuMs(pid) - beforeJoins
  await crowd.ask({ order: 'leave', counts } satisfies CrowdOrder)
  await untilIdle(pid)

  const joinsAndPages = came.joins * came.pages
  return {
    usPerMessage: (talkMs / talked.messages) * 1_000,
    pages: came.pages,
    framesPerJoinAndPage: came.frames / joinsAndPages,
    bytesPerJoinAndPage: came.bytes / joinsAndPages,
    msPerJoin: joinMs / came.joins,
    usPerJoinAndPage: (joinMs / joinsAndPages) * 1_000,
    msToEnter: came.enterMs,
    bytesToEnter: came.enterBytes,
    otherFacts: came.otherFacts,
    wrong: came.wrong,
    loadCores: Math.max(toCores(talked), toCores(came)),
  }
}
