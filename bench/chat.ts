import { buildApp } from '../scripts/build.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement } from './bench.ts'
import {
  atLeast,
  atMost,
  judgeLoad,
  RUNS,
  takeRuns,
  toCells,
  toFigure,
  toOneCell,
  toTable,
  toText,
} from './bench.ts'
import type { DialectName, Order, Speaker, Talked } from './chat-load.ts'
import { enterMany, toAddress } from './enter.ts'
import { Child, findRuntime, readCpuMs, toCores } from './processes.ts'
import { withRelays } from './relays.ts'

const PAIRS = 100
/** Slices of one run. The contenders alternate by slice, so that a slow machine slows them all alike. */
const SLICES = 8
const MESSAGES_EACH = Number(process.env.BENCH_MESSAGES ?? 25)
const BAR_ID = 'BENCH2'
const OVER_BARE_MAX = 1.4
const OVER_BARE_EVER_MAX = 1.5
const UNDER_COMMITTING_MIN = 2

/** In the order of `measure`. */
const [ROOM, BARE, COMMITTING] = [0, 1, 2]

/** Only the limits differ from the product, so that people can talk as fast as the server handles it. */
export const RAISED_LIMITS = JSON.stringify({
  framesBurst: 1_000_000,
  framesPerSecond: 1_000_000,
  unjoinedMinutes: 1_000,
  sayPairBurst: 1_000_000,
  sayPairPerSecond: 1_000_000,
  sayPerMinute: 1_000_000,
  unansweredMessages: 1_000_000,
})

interface Contender {
  name: string
  dialect: DialectName
  people: Speaker[]
  /** The server process. */
  pid: number
}

interface Run {
  serverUs: number
  clientUs: number
  clientCores: number
  perSecond: number
}

/** The talk of one slice of a run, with the server's CPU time. */
interface Slice extends Talked {
  serverMs: number
}

async function measure(): Promise<Measurement> {
  await buildApp()
  return withBars([BAR_ID], { vars: { RAISED_LIMITS } }, ({ origin }, roomDir) =>
    withRelays(async (relays) => {
      const people = await seatInRoom(origin)
      return compare([
        { name: 'the room', dialect: 'room', people, pid: findRuntime(roomDir) },
        ...relays.map(({ seat, ...relay }) => ({
          ...relay,
          people: people.map(() => seat(BAR_ID)),
        })),
      ])
    }),
  )
}

async function seatInRoom(origin: string): Promise<Speaker[]> {
  const visits = await enterMany(origin, BAR_ID, 2 * PAIRS)
  return visits.map((visit) => ({ id: visit.id, address: toAddress(origin, BAR_ID, visit) }))
}

/** Runs the contenders in turn, so that load from elsewhere slows them all alike. */
async function compare(contenders: Contender[]): Promise<Measurement> {
  const loads: [Contender, Child][] = []
  for (const contender of contenders) {
    const { dialect, people } = contender
    const load = new Child('chat-load.ts')
    await load.ask({ order: 'connect', dialect, people } satisfies Order)
    loads.push([contender, load])
  }
  const measureTurn = async (): Promise<Run[]> => {
    const turn = loads.map(([{ pid }, load]) => ({ pid, load, slices: [] as Slice[] }))
    for (let slice = 0; slice < SLICES; slice += 1) {
      for (const { pid, load, slices } of turn) slices.push(await takeSlice(pid, load))
    }
    return turn.map(({ slices }) => toRun(slices))
  }
  await measureTurn() // a warm-up, which does not count
  const turns = await takeRuns(measureTurn)
  for (const [, load] of loads) load.end()
  return report(contenders, turns)
}

async function takeSlice(pid: number, load: Child): Promise<Slice> {
  const before = readCpuMs(pid)
  const order: Order = { order: 'talk', messagesEach: MESSAGES_EACH }
  const talked = await load.ask<Talked>(order)
  return { ...talked, serverMs: readCpuMs(pid) - before }
}

function toRun(slices: readonly Slice[]): Run {
  const sum = (what: keyof Slice) => slices.reduce((before, slice) => before + slice[what], 0)
  const [messages, ms, cpuMs] = [sum('messages'), sum('ms'), sum('cpuMs')]
  return {
    serverUs: (sum('serverMs') / messages) * 1_000,
    clientUs: (cpuMs / messages) * 1_000,
    clientCores: toCores({ ms, cpuMs }),
    perSecond: (messages / ms) * 1_000,
  }
}

function report(contenders: Contender[], turns: Run[][]): Measurement {
  const figures = contenders.map(({ name }, place) => {
    const runs = turns.flatMap((turn) => turn[place] ?? [])
    const of = (what: keyof Run) => toFigure(runs, (run) => run[what])
    return { name, cost: of('serverUs'), clientUs: of('clientUs'), perSecond: of('perSecond') }
  })
  // The ratio is taken within each turn, because load from elsewhere slows all contenders of a turn alike.
  const toRatio = (one: number, other: number) =>
    toFigure(turns, (turn) => (turn[one]?.serverUs ?? Number.NaN) / (turn[other]?.serverUs ?? 0))
  const [overBare, underCommitting] = [toRatio(ROOM, BARE), toRatio(COMMITTING, ROOM)]
  return {
    report: [
      `${PAIRS} pairs in one bar, everybody with one message in flight, ${2 * PAIRS * SLICES * MESSAGES_EACH}`,
      `messages a run, medians of ${RUNS} runs, slices of each in turn. The room takes ${toOneCell(overBare, 2)} of the bare`,
      `relay’s CPU, ${toOneCell(underCommitting, 2)} times less than a commit each.`,
      '',
      toTable(
        ['', 'server’s CPU, µs a message', 'from - to', 'clients’ CPU, µs', 'messages a second'],
        figures.map(({ name, cost, clientUs, perSecond }) => [
          name,
          ...toCells(cost),
          toText(clientUs.median),
          toText(perSecond.median),
        ]),
      ),
    ].join('\n'),
    verdicts: [
      atMost(OVER_BARE_MAX, 'times a bare relay that stores nothing', overBare.median, 2),
      atMost(OVER_BARE_EVER_MAX, 'times a bare relay, in any turn', overBare.most, 2),
      atLeast(
        UNDER_COMMITTING_MIN,
        'times less than a commit for each message',
        underCommitting.median,
        2,
      ),
      judgeLoad(turns.flat().map(({ clientCores }) => clientCores)),
    ],
  }
}

export const chatBench: Bench = {
  title: 'Chat: what a durable message costs the server',
  measure,
}
