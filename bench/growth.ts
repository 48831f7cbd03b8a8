import { buildApp } from '../scripts/build.ts'
import { makeBarIds } from '../test/server/bar-ids.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement, Verdict } from './bench.ts'
import { atMost, judgeLoad, never, RUNS, toFigure, toOneCell, toTable, toText } from './bench.ts'
import { RAISED_LIMITS } from './chat.ts'
import { count } from './counted.ts'
import type { Grown, GrownRun } from './growth-bar.ts'
import { measureBar } from './growth-bar.ts'
import { findRuntime } from './processes.ts'

const SIZES = (process.env.BENCH_SIZES ?? '10,100,1000,5000').split(',').map(Number)
const BAR_IDS = makeBarIds('GRW', SIZES.length)
/** What a unit of work may cost in the fullest bar, as a multiple of the one before it. */
const GROWS_MAX = 1.5

async function measure(): Promise<Measurement> {
  const rows = await count('B5 coming in', ['worker/room/rows.test.ts'])
  await buildApp()
  const grown = await withBars(BAR_IDS, { vars: { RAISED_LIMITS } }, async (server, stateDir) => {
    const all: Grown[] = []
    for (const [index, people] of SIZES.entries()) {
      const findPid = () => findRuntime(stateDir)
      all.push(await measureBar(server.origin, BAR_IDS[index] ?? '', people, findPid))
    }
    return all
  })
  return {
    report: report(grown, rows.figures),
    verdicts: [...rows.verdicts, ...judge(grown)],
  }
}

function report(grown: readonly Grown[], rows: ReadonlyMap<string, number>): string {
  const toCell = (one: Grown, of: (run: GrownRun) => number, digits = 0) =>
    toOneCell(toFigure(one.runs, of), digits)
  const rowsOf = (what: string, people: number) => rows.get(`rows ${what} among ${people}`) ?? '-'
  const written = (people: number) =>
    rows.get(`rows written, coming in among ${people} (room and D1)`) ?? '-'
  return [
    `Medians of ${RUNS} runs, and between what they lay.`,
    '',
    toTable(
      [
        ...['people', 'connected', 'CPU of a message, µs', 'CPU of a join, ms'],
        ...['of it for each page, µs', 'frames a join and page', 'bytes a join and page'],
      ],
      grown.map((one) => [
        ...[toText(one.people), toText(one.connected)],
        toCell(one, ({ usPerMessage }) => usPerMessage),
        toCell(one, ({ msPerJoin }) => msPerJoin, 1),
        toCell(one, ({ usPerJoinAndPage }) => usPerJoinAndPage),
        toCell(one, ({ framesPerJoinAndPage }) => framesPerJoinAndPage, 2),
        toCell(one, ({ bytesPerJoinAndPage }) => bytesPerJoinAndPage),
      ]),
    ),
    '',
    toTable(
      [
        ...['people', 'to enter, ms', 'bytes to enter', 'CPU of a silent minute, ms'],
        ...['rows to enter, written', 'read', 'rows of a first message, written', 'read'],
      ],
      grown.map((one) => [
        toText(one.people),
        toCell(one, ({ msToEnter }) => msToEnter),
        toCell(one, ({ bytesToEnter }) => bytesToEnter),
        toOneCell(silenceOf(one)),
        written(one.people),
        rowsOf('read, coming in', one.people),
        rowsOf('written, a first message', one.people),
        rowsOf('read, a first message', one.people),
      ]),
    ),
  ].join('\n')
}

const silenceOf = ({ silentMs }: Grown) => toFigure(silentMs, (ms) => ms)

/** What a unit of work costs: to tell one page of one join, to have one person be silent. */
const PER_UNIT: Record<string, (grown: Grown) => number> = {
  'CPU of a message': ({ runs }) => toFigure(runs, (run) => run.usPerMessage).median,
  'CPU of a join for each page': ({ runs }) => toFigure(runs, (run) => run.usPerJoinAndPage).median,
  'frames of a join for each page': ({ runs }) =>
    toFigure(runs, (run) => run.framesPerJoinAndPage).median,
  'bytes of a join for each page': ({ runs }) =>
    toFigure(runs, (run) => run.bytesPerJoinAndPage).median,
  'wait to enter for each page that is told': ({ runs }) =>
    toFigure(runs, (run) => run.msToEnter / run.pages).median,
  'bytes to enter': ({ runs }) => toFigure(runs, (run) => run.bytesToEnter).median,
  'CPU of silence for each person connected': (one) => silenceOf(one).median / one.connected,
}

function judge(grown: readonly Grown[]): Verdict[] {
  const [before, last] = grown.slice(-2)
  if (!(before && last)) throw new Error('Growth is between two bars at least.')
  const runs = grown.flatMap((one) => one.runs)
  return [
    ...Object.entries(PER_UNIT).map(([what, of]) => {
      const times = `times that of ${toText(before.people)} people among ${toText(last.people)}: ${what}`
      return atMost(GROWS_MAX, times, of(last) / of(before), 2)
    }),
    never(
      'a event of anything but these joins, in any run',
      runs.map(({ otherFacts }) => otherFacts),
    ),
    never(
      'a page that is not exact, in any run',
      runs.map(({ wrong }) => wrong),
    ),
    judgeLoad(runs.map(({ loadCores }) => loadCores)),
  ]
}

export const growthBench: Bench = { title: 'Growth: the same figures in fuller bars', measure }
