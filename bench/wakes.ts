import { writeFileSync } from 'node:fs'
import { inRoot } from '../scripts/paths.ts'
import type { Bench, Measurement } from './bench.ts'
import { atMost, toTable, toText } from './bench.ts'
import { count } from './counted.ts'
import { plotLines } from './plot.ts'

const SIZES = (process.env.BENCH_SIZES ?? '10,100,500,1000,2000,5000').split(',').map(Number)
const RUNS = Number(process.env.BENCH_RUNS ?? 5)
/** Stays below the limit of sockets together with the two who talk and those who enter. */
const CONNECTED_MAX = 1_940
const JUDGED_PEOPLE = 1_000
const JUDGED_MS = 15
const PLOT = 'docs/images/wakes.svg'

const MESSAGE = 'a message'
const RAN_OUT = 'a ping that ran out'
const COMES = 'one who comes'
const OWN = 'CPU of its own'
const TIMES = ['ms', OWN, 'ms to the first frame']
const WAKES = [MESSAGE, 'an alarm that finds everybody', RAN_OUT, COMES]

const toPlace = (people: number) => Number(people !== JUDGED_PEOPLE)

async function measure(): Promise<Measurement> {
  // The judged size runs first, because earlier bars would leave it their garbage.
  const sizes = SIZES.toSorted((one, other) => toPlace(one) - toPlace(other))
  const wakes = { sizes, connected: CONNECTED_MAX, runs: RUNS }
  const { figures, verdicts } = await count('B11', ['worker/room/wakes.test.ts'], {
    BENCH_WAKES: JSON.stringify(wakes),
  })
  const of = (what: string, wake: string, people: number) =>
    figures.get(`${what}, ${wake} among ${people}`) ?? Number.NaN
  const rows = WAKES.flatMap((wake) =>
    SIZES.map((people) => [
      wake,
      toText(people),
      toText(Math.min(people, CONNECTED_MAX)),
      ...[of('rows read', wake, people), of('rows written', wake, people)].map((n) => toText(n)),
      ...TIMES.map((what) => toText(of(what, wake, people))),
    ]),
  )
  const lines = WAKES.map((name) => ({
    name,
    points: SIZES.map((people): [number, number] => [people, of('ms', name, people)]),
  }))
  writeFileSync(inRoot(PLOT), plotLines('people in the bar', 'milliseconds', lines))
  return {
    report: [
      `Medians of ${RUNS} wakes, the most rows of any. The plot is in ${PLOT}. The pages are in the same`,
      'process: what the room takes itself is CPU time of a wake that tells nobody, without the sockets’ waking.',
      '',
      toTable(
        [
          'wakes for',
          'people',
          'connected',
          'rows read',
          'written',
          'ms to the end of the handler',
          'CPU of its own, ms',
          'ms to the first frame',
        ],
        rows,
      ),
    ].join('\n'),
    verdicts: [
      ...verdicts,
      ...[RAN_OUT, COMES].map((wake) =>
        atMost(
          JUDGED_MS,
          `ms of its own CPU for ${wake} among ${toText(JUDGED_PEOPLE)}`,
          of(OWN, wake, JUDGED_PEOPLE),
        ),
      ),
    ],
  }
}

export const wakesBench: Bench = { title: 'Wakes: what a sleeping room costs', measure }
