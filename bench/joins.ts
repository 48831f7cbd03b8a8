import { toApi } from '#contract/paths.ts'
import { buildApp } from '#scripts/build-app.ts'
import { makeBarIds } from '#test/server/bar-ids.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement, Verdict } from './bench.ts'
import { Child } from './child.ts'
import type { Crowd, CrowdOrder } from './crowd.ts'
import { toPerson } from './enter.ts'
import type { RelayCrowd, RelayCrowdOrder } from './relay-crowd.ts'
import type { Relay } from './relays.ts'
import { withRelays } from './relays.ts'
import { RUNS, takeRuns, toFigure } from './runs.ts'
import { findRuntime, readCpuMs } from './server-cpu.ts'
import { toCores } from './spent.ts'
import { toCells, toSpread, toTable, toText } from './tables.ts'
import { atMost, judgeLoad, never } from './verdicts.ts'

const JOINS = Number(process.env.BENCH_JOINS ?? 600)
const WITHIN_MS = 10_000
const FRAMES_MAX = 12
const SETTLED_MS_MAX = 700

/** Each crowd comes into a bar of its own. */
const [WARM_UP_BAR_ID = '', ...BAR_IDS] = makeBarIds('JNS', RUNS + 1)
/** A smaller crowd comes at the same pace. */
const toMs = (joins: number) => (WITHIN_MS * joins) / JOINS

/** A crowd's coming, at the room or at a relay. */
interface Coming extends RelayCrowd {
  /** Of the process that serves. */
  serverMs: number
}

type Contender = [name: string, come: (barId: string, joins: number) => Promise<Coming>]

async function measure(): Promise<Measurement> {
  await buildApp()
  return withBars([WARM_UP_BAR_ID, ...BAR_IDS], {}, ({ origin }, stateDir) =>
    withRelays(async ({ bare, committing, socketIo }) => {
      await fetch(origin + toApi.bar(WARM_UP_BAR_ID)) // a runtime is known by the files that it has open
      const pid = findRuntime(stateDir)
      const crowds: Crowd[] = []
      const comeToRoom = async (barId: string, joins: number): Promise<Coming> => {
        const order = { order: 'join', origin, barId, count: joins, present: [] } as const
        const crowd = await comeWith<Crowd>('crowd.ts', pid, { ...order, withinMs: toMs(joins) })
        crowds.push(crowd)
        return crowd
      }
      const contenders: Contender[] = [
        ['the room', comeToRoom],
        ...[bare, committing, socketIo].map((relay): Contender => [relay.name, comeToRelay(relay)]),
      ]
      const comeInTurn = async (barId: string, joins: number) => {
        const turn: Coming[] = []
        for (const [, come] of contenders) turn.push(await come(barId, joins))
        return turn
      }
      await comeInTurn(WARM_UP_BAR_ID, JOINS / 10) // a warm-up, which does not count
      crowds.length = 0
      const turns = await takeRuns((run) => comeInTurn(BAR_IDS[run] ?? '', JOINS))
      return { report: report(contenders, turns), verdicts: judge(crowds, turns) }
    }),
  )
}

const comeToRelay =
  ({ dialect, pid, seat }: Relay) =>
  (barId: string, joins: number) => {
    const people = Array.from({ length: joins }, (_, index) => {
      const patron = { id: crypto.randomUUID(), secret: '' }
      return seat(barId, toPerson(patron, index, true))
    })
    const order: RelayCrowdOrder = { dialect, people, withinMs: toMs(joins) }
    return comeWith<RelayCrowd>('relay-crowd.ts', pid, order)
  }

async function comeWith<Seen>(
  file: string,
  pid: number,
  order: RelayCrowdOrder | CrowdOrder,
): Promise<Seen & { serverMs: number }> {
  const crowd = new Child(file)
  try {
    const before = readCpuMs(pid)
    const seen = await crowd.ask<Seen>(order)
    return { ...seen, serverMs: readCpuMs(pid) - before }
  } finally {
    crowd.end()
  }
}

function report(contenders: Contender[], turns: Coming[][]): string {
  const rows = contenders.map(([name], place) => {
    const runs = turns.flatMap((turn) => turn[place] ?? [])
    const of = (what: (coming: Coming) => number) => toFigure(runs, what)
    return [
      name,
      ...toCells(
        of(({ frames }) => frames / JOINS),
        1,
      ),
      toText(of(({ bytes }) => bytes / JOINS).median),
      ...toCells(
        of(({ serverMs }) => serverMs / JOINS),
        2,
      ),
      toText(of(({ cpuMs }) => cpuMs / JOINS).median, 2),
      toText(of(({ enterMs }) => enterMs).median),
      ...toCells(of(({ settledMs }) => settledMs)),
    ]
  })
  return [
    `${JOINS} people come into an empty bar within ${WITHIN_MS / 1_000} s, medians of ${RUNS} runs in turn;`,
    'what each page of the room’s received is played through the page’s own reducer.',
    '',
    toTable(
      [
        ...['', 'frames a join', 'from - to', 'bytes a join', 'server’s CPU, ms a join'],
        ...['from - to', 'clients’ CPU, ms', 'to the first frame, ms'],
        ...['last to know, ms', 'from - to'],
      ],
      rows,
    ),
  ].join('\n')
}

function judge(crowds: Crowd[], turns: Coming[][]): Verdict[] {
  const frames = toFigure(crowds, (crowd) => crowd.frames / JOINS)
  const settled = toFigure(crowds, ({ settledMs }) => settledMs)
  const wrong = crowds.map((crowd) => JOINS - crowd.pages + crowd.wrong)
  return [
    atMost(FRAMES_MAX, 'frames delivered per join', frames.median, 1),
    never('a page whose totals or loaded people are not exact, in any run', wrong),
    atMost(SETTLED_MS_MAX, `ms after the last join (${toSpread(settled)})`, settled.median),
    judgeLoad(turns.flat().map(toCores)),
  ]
}

export const joinsBench: Bench = { title: 'A crowd comes: what telling everybody costs', measure }
