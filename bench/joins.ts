import { address } from '../contract/address.ts'
import { API } from '../contract/paths.ts'
import { buildApp } from '../scripts/build.ts'
import { makeBarIds } from '../test/server/bar-ids.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement, Verdict } from './bench.ts'
import { judgeLoad, never, RUNS, takeRuns, toCells, toFigure, toTable, toText } from './bench.ts'
import { count } from './counted.ts'
import type { Crowd, CrowdOrder } from './crowd.ts'
import { Child, findRuntime, readCpuMs, toCores } from './processes.ts'

const JOINS = Number(process.env.BENCH_JOINS ?? 600)
const WITHIN_MS = 10_000

/** One bar for each crowd. */
const [WARM_UP_BAR_ID = '', ...BAR_IDS] = makeBarIds('JNS', RUNS + 1)

interface Coming extends Crowd {
  /** CPU time of the server process. */
  serverMs: number
}

async function measure(): Promise<Measurement> {
  await buildApp()
  return withBars([WARM_UP_BAR_ID, ...BAR_IDS], {}, async ({ origin }, stateDir) => {
    await fetch(origin + address(API.bar, { barId: WARM_UP_BAR_ID })) // a runtime is known by the files that it has open
    const pid = findRuntime(stateDir)
    await come(pid, origin, WARM_UP_BAR_ID, JOINS / 10) // a warm-up, which does not count
    const runs = await takeRuns((run) => come(pid, origin, BAR_IDS[run] ?? '', JOINS))
    const { verdicts } = await count('B3', ['worker/room/sockets/broadcast.test.ts'])
    return { report: report(runs), verdicts: [...verdicts, ...judge(runs)] }
  })
}

/** Lets `joins` people arrive, always at the same rate. */
async function come(pid: number, origin: string, barId: string, joins: number): Promise<Coming> {
  const crowd = new Child('crowd.ts')
  try {
    const before = readCpuMs(pid)
    const withinMs = (WITHIN_MS * joins) / JOINS
    const order: CrowdOrder = { origin, barId, count: joins, withinMs }
    const seen = await crowd.ask<Crowd>(order)
    return { ...seen, serverMs: readCpuMs(pid) - before }
  } finally {
    crowd.end()
  }
}

function report(runs: Coming[]): string {
  const of = (what: 'enterMs' | 'settledMs') => toFigure(runs, (coming) => coming[what])
  const perJoin = (what: 'frames' | 'bytes' | 'serverMs' | 'cpuMs') =>
    toFigure(runs, (coming) => coming[what] / JOINS)
  const row = [
    'the room',
    ...toCells(perJoin('frames'), 1),
    toText(perJoin('bytes').median),
    ...toCells(perJoin('serverMs'), 2),
    toText(perJoin('cpuMs').median, 2),
    toText(of('enterMs').median),
    ...toCells(of('settledMs')),
  ]
  return [
    `${JOINS} people come into an empty bar within ${WITHIN_MS / 1_000} s, medians of ${RUNS} runs;`,
    'what each page received is played through the page’s own reducer.',
    '',
    toTable(
      [
        '',
        'frames a join',
        'from - to',
        'bytes a join',
        'server’s CPU, ms a join',
        'from - to',
        'clients’ CPU, ms',
        'to the first frame, ms',
        'last to know, ms',
        'from - to',
      ],
      [row],
    ),
  ].join('\n')
}

/** Leaves frames per join and the last page's delay to the counted test, because both grow with load here. */
function judge(runs: Coming[]): Verdict[] {
  const wrong = runs.map((crowd) => crowd.wrong)
  return [
    never('a page whose totals or loaded people are not exact, in any run', wrong),
    judgeLoad(runs.map(toCores)),
  ]
}

export const joinsBench: Bench = { title: 'A crowd comes: what telling everybody costs', measure }
