import { address } from '../contract/address.ts'
import { PAGES } from '../contract/pages.ts'
import type { BarRow } from '../scripts/bar-rows.ts'
import { DEMO_BAR } from '../scripts/bar-rows.ts'
import { buildApp } from '../scripts/build.ts'
import { findFreePort } from '../test/server/listen.ts'
import { openStaticSite } from '../test/server/static-site.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement, Verdict } from './bench.ts'
import { atLeast, atMost, takeRuns, toFigure, toOneCell, toTable, toText } from './bench.ts'
import { withBrowser } from './browser.ts'
import type { FormReady } from './form-ready.ts'
import { timeForm } from './form-ready.ts'
import { openReactPage } from './react-page/site.ts'

const LCP_RATIO_MAX = 1.25
/** Bounds beside the page of React and react-router alone, the floor of this stack. */
const CPU_RATIO_MAX = 2
const LONGEST_RATIO_MAX = 1.4
const PERFORMANCE_LOSS_MAX = 8
const FULL_SCORES = ['accessibility', 'best-practices'] as const
const CATEGORIES = ['performance', ...FULL_SCORES] as const
type Category = (typeof CATEGORIES)[number]

/** Its pictures are files of the site, so that they are there without an upload. */
const PICTURED_BAR: BarRow = {
  ...DEMO_BAR,
  id: 'BRNDE3',
  login: 'boteco-com-fotos',
  logo_url: '/icon-192.png',
  cover_url: '/icon-512.png',
  tonight: 'Samba ao vivo às 21h',
}
const PICTURED_PAGE = address(PAGES.bar, { barId: PICTURED_BAR.id })
const TABLE_PAGE = address(PAGES.table, { barId: DEMO_BAR.id, tableId: '7' })

/** Measured beside ours, in the same run: needs nothing, and is as fast as a page can be. */
const STATIC_PAGE = 'a static page of 1 kB'
const REACT_PAGE = 'React and react-router, one form'

const STATIC_HTML = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>1 kB</title><body style="background:#0e1512;color:#f8efdd;font:17px sans-serif"><h1>Boteco da Ana</h1><p>${'Chope gelado e samba. '.repeat(36)}</p></body></html>`

/** The measurements of a page in one run. */
interface Found {
  lcp: number
  /** The judged LCP: the heading's on a page whose largest paint is a picture. */
  judgedLcp: number
  /** CPU time of the main thread after the first paint on the phone, in all and of the longest task, in ms. */
  cpu: number
  longest: number
  cls: number
  scores: Record<Category, number>
}

/** An event of Chromium's trace. Times are in microseconds; `tdur` is the thread's CPU time. */
export interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  tdur?: number
}

/** A task of the main thread is one of these. */
const TASK = 'RunTask'
const FIRST_PAINT = 'firstContentfulPaint'
/** Lighthouse's phone runs at a quarter of this machine's speed. */
const SLOWDOWN = 4

async function measure(): Promise<Measurement> {
  await buildApp()
  const bare = await openStaticSite(STATIC_HTML)
  const react = await openReactPage()
  const port = await findFreePort()
  const measuring = withBrowser([`--remote-debugging-port=${port}`], (browser) =>
    withBars([DEMO_BAR, PICTURED_BAR], {}, async ({ origin }) => {
      const ours = ['/', address(PAGES.bar, { barId: DEMO_BAR.id }), TABLE_PAGE, PICTURED_PAGE]
      const pages = new Map(ours.map((page) => [page, origin + page]))
      pages.set(STATIC_PAGE, `http://localhost:${bare.port}`)
      pages.set(REACT_PAGE, `http://localhost:${react.port}`)
      const runs = await takeRuns(() => lookAtAll(pages, port))
      const form = await takeRuns(() => timeForm(browser, origin + TABLE_PAGE))
      return toMeasurement([...pages.keys()], runs, form)
    }),
  )
  return measuring.finally(() => Promise.all([bare.close(), react.close()]))
}

async function lookAtAll(pages: Map<string, string>, port: number): Promise<Map<string, Found>> {
  const found = new Map<string, Found>()
  for (const [page, url] of pages) found.set(page, await look(page, url, port))
  return found
}

/** Lighthouse's own phone: a slow 4G and a CPU of a quarter's speed, both simulated. */
async function look(page: string, url: string, port: number): Promise<Found> {
  // Imported late, because run.ts installs it first.
  const { default: lighthouse } = await import('lighthouse')
  // If an icon arrives before the paint, the simulation adds 140 ms, by chance: 752 or 609 ms for the static
  // page. A blocked icon always ends before the paint.
  const blockedUrlPatterns = ['*/favicon.*']
  const flags = {
    port,
    logLevel: 'silent' as const,
    onlyCategories: [...CATEGORIES],
    blockedUrlPatterns,
  }
  const result = await lighthouse(url, flags)
  if (!result) throw new Error(`Lighthouse said nothing about ${url}`)
  const { audits, categories } = result.lhr
  const numberOf = (name: string) => {
    const { numericValue, errorMessage } = audits[name] ?? {}
    if (numericValue === undefined) throw new Error(`${name} of ${url}: ${errorMessage}`)
    return numericValue
  }
  const lcp = numberOf('largest-contentful-paint')
  return {
    lcp,
    judgedLcp: page === PICTURED_PAGE ? numberOf('first-contentful-paint') : lcp,
    ...measureTasks(result.artifacts.Trace.traceEvents),
    cls: numberOf('cumulative-layout-shift'),
    scores: Object.fromEntries(
      CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
    ) as Found['scores'],
  }
}

/** The CPU time of tasks: the time by the clock, which Lighthouse takes, grows with other load on the machine. */
function measureTasks(events: readonly TraceEvent[]): Pick<Found, 'cpu' | 'longest'> {
  const paint = events.findLast(({ name }) => name === FIRST_PAINT)
  if (!paint) throw new Error('The trace has no first paint.')
  const tasks = events
    .filter(({ name, pid, tid, ts }) => {
      return name === TASK && pid === paint.pid && tid === paint.tid && ts >= paint.ts
    })
    .map(({ tdur = 0 }) => (tdur / 1_000) * SLOWDOWN)
  return { cpu: tasks.reduce((sum, ms) => sum + ms, 0), longest: Math.max(...tasks) }
}

function toMeasurement(
  pages: readonly string[],
  runs: readonly Map<string, Found>[],
  form: readonly FormReady[],
): Measurement {
  const judged = pages.map((page) =>
    sumUp(
      page,
      runs.flatMap((run) => run.get(page) ?? []),
    ),
  )
  const [bare, react] = [STATIC_PAGE, REACT_PAGE].map((page) =>
    judged.find((one) => one.page === page),
  )
  if (!bare || !react) throw new Error('A page to compare with was not measured.')
  const head = [
    'page',
    'LCP, ms',
    '× static',
    'worst run',
    'CPU, ms',
    '× React',
    'longest task, ms',
    '× React',
  ]
  return {
    report: [
      toTable(
        [...head, 'CLS', 'Performance', 'Accessibility', 'Best Practices'],
        judged.map(({ page, lcp, worstLcp, cpu, longest, cls, scores }) => [
          page,
          toText(lcp),
          toText(lcp / bare.lcp, 2),
          toText(worstLcp / bare.lcp, 2),
          toOneCell(cpu),
          toText(cpu.median / react.cpu.median, 2),
          toOneCell(longest),
          toText(longest.median / react.longest.median, 2),
          toText(cls, 3),
          ...CATEGORIES.map((name) => scores[name]),
        ]),
      ),
      `From a table’s link to the form, in ms, network and CPU slowed down by the browser: drawn after ${toOneCell(toFigure(form, ({ drawnMs }) => drawnMs))}, taking input after ${toOneCell(toFigure(form, ({ takesInputMs }) => takesInputMs))}.`,
    ].join('\n\n'),
    verdicts: judged
      .filter((one) => one !== bare && one !== react)
      .flatMap((one) => toVerdicts(one, bare, react)),
  }
}

function sumUp(page: string, runs: readonly Found[]) {
  const of = (pick: (run: Found) => number) => toFigure(runs, pick)
  return {
    page,
    lcp: of(({ lcp }) => lcp).median,
    worstLcp: of(({ judgedLcp }) => judgedLcp).most,
    cpu: of(({ cpu }) => cpu),
    longest: of(({ longest }) => longest),
    cls: of(({ cls }) => cls).median,
    scores: Object.fromEntries(
      CATEGORIES.map((name) => [name, of(({ scores }) => scores[name]).median]),
    ) as Found['scores'],
  }
}

type Judged = ReturnType<typeof sumUp>

function toVerdicts(judged: Judged, bare: Judged, react: Judged): Verdict[] {
  const { page, worstLcp, cpu, longest, cls, scores } = judged
  const isPictured = page === PICTURED_PAGE
  const lcp = isPictured ? 'the heading' : 'LCP'
  return [
    atMost(
      LCP_RATIO_MAX,
      `times a static page’s LCP in every run, ${lcp} of ${page}`,
      worstLcp / bare.lcp,
      2,
    ),
    atMost(
      CPU_RATIO_MAX,
      `times the CPU of React alone, of ${page}`,
      cpu.median / react.cpu.median,
      2,
    ),
    atMost(
      LONGEST_RATIO_MAX,
      `times the longest task of React alone, of ${page}`,
      longest.median / react.longest.median,
      2,
    ),
    atMost(0, `of CLS, of ${page}`, cls, 3),
    // Performance counts the picture, which comes after the form on purpose.
    ...(isPictured
      ? []
      : [
          atMost(
            PERFORMANCE_LOSS_MAX,
            `points of Performance below React alone, of ${page}`,
            react.scores.performance - scores.performance,
          ),
        ]),
    ...FULL_SCORES.map((name) => atLeast(100, `${name}, of ${page}`, scores[name])),
  ]
}

export const firstPaintBench: Bench = {
  title: 'The first paint, on Lighthouse’s phone',
  measure,
}
