import { chromium } from '@playwright/test'
import { buildApp } from '#scripts/build-app.ts'
import { findChromium, NO_CHROMIUM } from '#scripts/find-chromium.ts'
import type { CrowdedList } from '#test/cast/crowded-list.ts'
import { CPU_SLOWED, CROWD, EVENTS_PER_SECOND, tryCrowdedList } from '#test/cast/crowded-list.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement } from './bench.ts'
import { median } from './median.ts'

const BAR_ID = 'BENCHL'
const RUNS = Number(process.env.BENCH_RUNS ?? 5)
const INTERACTION_MS_MAX = 100

async function measure(): Promise<Measurement> {
  const executablePath = findChromium(chromium.executablePath())
  if (executablePath === undefined) throw new Error(NO_CHROMIUM)
  await buildApp()
  const runs = await withBars([BAR_ID], {}, async ({ origin }) => {
    const all: CrowdedList[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const browser = await chromium.launch({
        executablePath,
        args: ['--no-sandbox', '--disable-gpu'],
      })
      try {
        const viewport = { width: 390, height: 844 }
        const context = await browser.newContext({ viewport, serviceWorkers: 'block' })
        const bar = { id: BAR_ID, name: `Bar ${BAR_ID}` }
        all.push(await tryCrowdedList(await context.newPage(), origin, bar))
      } finally {
        await browser.close()
      }
    }
    return all
  })
  return toMeasurement(runs)
}

function toMeasurement(runs: CrowdedList[]): Measurement {
  const of = (pick: (run: CrowdedList) => number) => runs.map(pick)
  const row = (what: string, values: number[]) =>
    `| ${what} | ${median(values)} | ${Math.max(...values)} |`
  const slowest = of(({ slowestMs }) => slowestMs)
  const shift = Math.max(...of((run) => run.shift))
  const moved = Math.max(...of((run) => run.moved.length))
  return {
    report: [
      `${CROWD} people in the list, ${EVENTS_PER_SECOND} events a second, a CPU ${CPU_SLOWED} times slower; ${RUNS} runs.`,
      '',
      '| | median | worst |',
      '|---|---:|---:|',
      row(
        'presses and keys timed',
        of(({ interactions }) => interactions),
      ),
      row('slowest press or key, ms', slowest),
      row(
        'layout shift',
        of((run) => run.shift),
      ),
      row(
        'cards that moved on the screen',
        of((run) => run.moved.length),
      ),
      row(
        'cards in the page',
        of(({ drawn }) => drawn),
      ),
    ].join('\n'),
    verdicts: [
      {
        claim: `the slowest press or key takes at most ${INTERACTION_MS_MAX} ms (median of the runs)`,
        found: `${median(slowest)} ms`,
        isKept:
          median(slowest) <= INTERACTION_MS_MAX &&
          runs.every(({ interactions }) => interactions > 0),
      },
      {
        claim: 'nothing shifts and nobody’s card moves on the screen, in any run',
        found: `${shift}, ${moved} cards`,
        isKept: shift === 0 && moved === 0,
      },
    ],
  }
}

export const listBench: Bench = {
  title: 'The list: a hand, a search and a scroll among thousands in a rush',
  measure,
}
