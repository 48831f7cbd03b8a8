import { setTimeout as sleep } from 'node:timers/promises'
import { makeLocalSecrets } from '../scripts/local-secrets.ts'
import { inRoot } from '../scripts/paths.ts'
import type { Server } from '../scripts/serve-build.ts'
import { bundle, withBars, withStateDir } from './bar-server.ts'
import type { Bench, Measurement, Verdict } from './bench.ts'
import { judgeLoad, never, RUNS, takeRuns, toCells, toFigure, toTable, toText } from './bench.ts'
import type { Order } from './chat-load.ts'
import { countedBench } from './counted.ts'
import { enterMany, toAddress } from './enter.ts'
import { Child, findRuntime, readCpuMs } from './processes.ts'

const BAR_ID = 'BENCH6'
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 1_000)
const SILENT_MS = 60_000
/** Graces, pending broadcasts, and the ten seconds after which the platform hibernates a room. */
const RESTS_WITHIN_MS = 45_000

const inSmall = countedBench('B6', '', ['worker/room/sockets/silence.test.ts'])

/** The room's work in a minute in which every page only pinged. */
interface Minute {
  handlers: number
  timers: number
  alarms: number
  /** How often the object was constructed after a hibernation. */
  wakes: number
  serverMs: number
  loadMs: number
}

/** Counts the runs that the room printed. */
function countRuns(printed: string) {
  const count = (what: string) => printed.split(`ran: ${what};`).length - 1
  const of = ['fetch', 'webSocketMessage', 'webSocketClose', 'webSocketError'].map(count)
  const handlers = of.reduce((sum, one) => sum + one, 0)
  return { handlers, timers: count('timer'), alarms: count('alarm'), wakes: count('woken') }
}

async function measure(): Promise<Measurement> {
  const counted = await inSmall.measure()
  makeLocalSecrets()
  const config = inRoot('wrangler.toml')
  let printed = ''
  const onOutput = (text: string): void => {
    printed += text
  }
  const serve = async (folder: string) => {
    const script = await bundle(inRoot('bench/silence-worker.ts'), folder)
    return withBars([BAR_ID], { config, script, onOutput }, watchRoom)
  }
  const watchRoom = async ({ origin }: Server, stateDir: string) => {
    const visits = await enterMany(origin, BAR_ID, PEOPLE)
    const people = visits.map((visit) => ({
      id: visit.id,
      address: toAddress(origin, BAR_ID, visit),
    }))
    const load = new Child('chat-load.ts')
    try {
      await load.ask({ order: 'connect', dialect: 'room', people } satisfies Order)
      await sleep(RESTS_WITHIN_MS)
      return await takeRuns(() => watch(findRuntime(stateDir), load.pid, () => printed))
    } finally {
      load.end()
    }
  }
  const minutes = await withStateDir(serve)
  return {
    report: `${counted.report}\n\n${report(minutes)}`,
    verdicts: [...counted.verdicts, ...judge(minutes)],
  }
}

async function watch(serverPid: number, loadPid: number, output: () => string): Promise<Minute> {
  const [serverMs, loadMs] = [readCpuMs(serverPid), readCpuMs(loadPid)]
  const before = output().length
  await sleep(SILENT_MS)
  return {
    ...countRuns(output().slice(before)),
    serverMs: readCpuMs(serverPid) - serverMs,
    loadMs: readCpuMs(loadPid) - loadMs,
  }
}

function report(minutes: Minute[]): string {
  const sum = (of: (minute: Minute) => number) =>
    minutes.reduce((before, one) => before + of(one), 0)
  const head = [
    '',
    'alarms',
    'other handlers',
    'timers set',
    'hibernated and constructed anew',
    'server’s CPU, ms a minute',
    'from - to',
    'clients’ CPU, ms a minute',
  ]
  const row = [
    'the room',
    sum(({ alarms }) => alarms),
    sum(({ handlers }) => handlers),
    sum(({ timers }) => timers),
    sum(({ wakes }) => wakes),
    ...toCells(toFigure(minutes, ({ serverMs }) => serverMs)),
    toText(toFigure(minutes, ({ loadMs }) => loadMs).median),
  ]
  return [
    `${PEOPLE} people who only ping: what ran in ${RUNS} minutes, and the median minute’s CPU.`,
    '',
    toTable(head, [row]),
  ].join('\n')
}

function judge(minutes: Minute[]): Verdict[] {
  const handlers = minutes.map((minute) => minute.handlers)
  const timers = minutes.map((minute) => minute.timers)
  const wakes = minutes.reduce((sum, minute) => sum + minute.wakes, 0)
  const alarms = minutes.reduce((sum, minute) => sum + minute.alarms, 0)
  return [
    never('a handler but the alarm, in any minute', handlers),
    never('a timer, in any minute', timers),
    {
      // The room is still in memory for an alarm less than ten seconds after another.
      claim: 'the room hibernates: an alarm constructs it anew, every minute',
      found: `${wakes} of ${alarms} times`,
      isKept: minutes.every((minute) => minute.wakes > 0),
    },
    judgeLoad(minutes.map(({ loadMs }) => loadMs / SILENT_MS)),
  ]
}

export const silenceBench: Bench = {
  title: 'Silence: what people who say nothing cost',
  measure,
}
