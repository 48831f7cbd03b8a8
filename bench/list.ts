import { buildApp } from '../scripts/build.ts'
import type { CrowdedList } from '../test/e2e/crowded-list.ts'
import { CPU_SLOWED, CROWD, EVENTS_PER_SECOND, tryCrowdedList } from '../test/e2e/crowded-list.ts'
import { WAIT_HANGS_AFTER_MS } from '../test/hang-limits.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement } from './bench.ts'
import { atMost, never, RUNS, takeRuns, toFigure, toTable } from './bench.ts'
import { withBrowser } from './browser.ts'

const BAR_ID = 'BENCHL'
const INTERACTION_MS_MAX = 100
/** After that long a browser no longer takes what moves for an answer to a key. */
const SEARCH_MS_MAX = 500

async function measure(): Promise<Measurement> {
  await buildApp()
  const runs = await withBars([BAR_ID], {}, ({ origin }) => takeRuns(() => measureRun(origin)))
  return toMeasurement(runs)
}

function measureRun(origin: string): Promise<CrowdedList> {
  return withBrowser([], async (browser) => {
    const viewport = { width: 390, height: 844 }
    const page = await browser.newPage({ viewport, serviceWorkers: 'block' })
    page.setDefaultTimeout(WAIT_HANGS_AFTER_MS)
    return tryCrowdedList(page, origin, { id: BAR_ID, name: `Bar ${BAR_ID}` })
  })
}

const FIGURES = {
  'presses and keys timed': (run) => run.interactions,
  'slowest press or key, ms': (run) => run.slowestMs,
  'last key of a search to its list, ms': (run) => Math.round(run.searchMs),
  'layout shift': (run) => run.shift,
  'cards that moved on the screen': (run) => run.moved.length,
  'cards in the page': (run) => run.drawn,
} satisfies Record<string, (run: CrowdedList) => number>

function toMeasurement(runs: CrowdedList[]): Measurement {
  const rows = Object.entries(FIGURES).map(([what, of]) => {
    const { median, most } = toFigure(runs, of)
    return [what, median, most]
  })
  const slowest = toFigure(runs, ({ slowestMs }) => slowestMs)
  const searched = toFigure(runs, FIGURES['last key of a search to its list, ms'])
  const withoutPress = runs.map(({ interactions }) => (interactions > 0 ? 0 : 1))
  const shifts = runs.map(({ shift }) => shift)
  const moved = runs.map((run) => run.moved.length)
  return {
    report: [
      `${CROWD} people in the list, ${EVENTS_PER_SECOND} events a second, a CPU ${CPU_SLOWED} times slower; ${RUNS} runs.`,
      '',
      toTable(['', 'median', 'worst'], rows),
    ].join('\n'),
    verdicts: [
      atMost(INTERACTION_MS_MAX, 'ms for the slowest press or key', slowest.median),
      atMost(SEARCH_MS_MAX, 'ms from the last key of a search to its list', searched.median),
      never('a run without a press', withoutPress),
      never('a shift, in any run', shifts),
      never('a card that moved on the screen, in any run', moved),
    ],
  }
}

export const listBench: Bench = {
  title: 'The list: a hand, a search and a scroll among thousands in a rush',
  measure,
}
