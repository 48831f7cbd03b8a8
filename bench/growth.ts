import { writeFileSync } from 'node:fs'
import { LIMITS } from '#contract/limits.ts'
import { buildApp } from '#scripts/build-app.ts'
import { inRoot } from '#scripts/paths.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement } from './bench.ts'
import { RAISED_LIMITS } from './chat.ts'
import type { Order, Speaker, Talked } from './chat-load.ts'
import { Child } from './child.ts'
import type { CrowdOrder } from './crowd.ts'
import type { Patron } from './enter.ts'
import { enter, toAddress, toPerson } from './enter.ts'
import { drawGrowth } from './growth-plot.ts'
import type { Seen } from './joins-seen.ts'
import { findRuntime, readCpuMs } from './server-cpu.ts'

const SIZES = (process.env.BENCH_SIZES ?? '10,100,1000,5000').split(',').map(Number)
const SPEAKERS = 10
const MESSAGES_EACH = 300
const JOINS = 60
const JOINS_MS = 3_000
const CONNECTED_MAX = LIMITS.socketsPerBar - JOINS - SPEAKERS
const AT_ONCE = 16
const PLOT = 'docs/images/growth.svg'

const BAR_IDS = ['GRWTH2', 'GRWTH3', 'GRWTH4', 'GRWTH5', 'GRWTH6', 'GRWTH7']

/** What a bar of this many people costs. */
export interface Grown {
  people: number
  connected: number
  usPerMessage: number
  framesPerJoinAndPage: number
  bytesPerJoinAndPage: number
  usPerJoinAndPage: number
  msToEnter: number
}

async function measure(): Promise<Measurement> {
  await buildApp()
  const grown = await withBars(BAR_IDS, { vars: { RAISED_LIMITS } }, async (server, stateDir) => {
    const all: Grown[] = []
    for (const [index, people] of SIZES.entries()) {
      all.push(await measureBar(server.origin, BAR_IDS[index] ?? '', people, stateDir))
      console.error(JSON.stringify(all.at(-1)))
    }
    return all
  })
  writeFileSync(inRoot(PLOT), drawGrowth(grown))
  const row = (one: Grown) => {
    const { people, connected, usPerMessage, framesPerJoinAndPage, bytesPerJoinAndPage } = one
    const figures = [
      ...[usPerMessage.toFixed(0), framesPerJoinAndPage.toFixed(2)],
      ...[bytesPerJoinAndPage.toFixed(0), one.usPerJoinAndPage.toFixed(0)],
      one.msToEnter.toFixed(0),
    ]
    return `| ${[people, connected, ...figures].join(' | ')} |`
  }
  return {
    report: [
      '| people | connected | CPU of a message, µs | frames a join and page | bytes a join and page | CPU of a join and page, µs | to enter, ms |',
      '|---:|---:|---:|---:|---:|---:|---:|',
      ...grown.map(row),
      '',
      `Drawn in ${PLOT}.`,
    ].join('\n'),
    verdicts: [],
  }
}

async function measureBar(
  origin: string,
  barId: string,
  people: number,
  stateDir: string,
): Promise<Grown> {
  const patrons = await fill(origin, barId, people)
  const pid = findRuntime(stateDir)
  const crowd = new Child('crowd.ts')
  const load = new Child('chat-load.ts')
  try {
    const speakers = patrons
      .slice(0, SPEAKERS)
      .map((patron): Speaker => ({ id: patron.id, address: toAddress(origin, barId, patron) }))
    await load.ask({ order: 'connect', dialect: 'room', people: speakers } satisfies Order)
    const seated = patrons.slice(SPEAKERS, CONNECTED_MAX + SPEAKERS)
    const seat: CrowdOrder = { order: 'seat', origin, barId, patrons: seated }
    if (seated.length > 0) await crowd.ask(seat)
    // Whoever has no page goes offline, and that is told. Ten have a page elsewhere.
    const connected = seated.length + speakers.length
    const rest: CrowdOrder = { order: 'rest', counts: { total: people, online: connected } }
    await crowd.ask(rest)

    const talk: Order = { order: 'talk', messagesEach: MESSAGES_EACH }
    await load.ask<Talked>({ ...talk, messagesEach: 30 })
    const beforeTalk = readCpuMs(pid)
    const { messages } = await load.ask<Talked>(talk)
    const usPerMessage = ((readCpuMs(pid) - beforeTalk) / messages) * 1_000

    const beforeJoins = readCpuMs(pid)
    const join: CrowdOrder = {
      ...({ order: 'join', origin, barId } as const),
      ...{ count: JOINS, withinMs: JOINS_MS },
      present: patrons.map((patron, index) => toPerson(patron, index, index < connected)),
    }
    const seen = await crowd.ask<Seen>(join)
    const joinMs = readCpuMs(pid) - beforeJoins
    const pagesAndJoins = seen.pages * seen.joins
    return {
      people,
      connected,
      usPerMessage,
      framesPerJoinAndPage: seen.frames / pagesAndJoins,
      bytesPerJoinAndPage: seen.bytes / pagesAndJoins,
      usPerJoinAndPage: (joinMs / pagesAndJoins) * 1_000,
      msToEnter: seen.enterMs,
    }
  } finally {
    crowd.end()
    load.end()
  }
}

async function fill(origin: string, barId: string, people: number): Promise<Patron[]> {
  const patrons: Patron[] = []
  const waiting = Array.from({ length: people }, (_, index) => index).values()
  const lane = async (): Promise<void> => {
    for (const index of waiting) patrons.push(await enter(origin, barId, index))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return patrons
}

export const growthBench: Bench = { title: 'Growth: the same figures in fuller bars', measure }
