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

const LCP_RATIO_MAX = 1.25
const TBT_MS_MAX = 100
const SCORES_MIN = { performance: 95, accessibility: 100, 'best-practices': 100 }
type Category = keyof typeof SCORES_MIN
const CATEGORIES = Object.keys(SCORES_MIN) as Category[]

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

const STATIC_HTML = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>1 kB</title><body style="background:#0e1512;color:#f8efdd;font:17px sans-serif"><h1>Boteco da Ana</h1><p>${'Chope gelado e samba. '.repeat(36)}</p></body></html>`

/** The measurements of a page in one run. */
interface Found {
  lcp: number
  /** The judged LCP: the heading's on a page whose largest paint is a picture. */
  judgedLcp: number
  /** Total blocking time by the clock, as Lighthouse reports it, and by the main thread's CPU time. */
  tbt: number
  cpuTbt: number
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
const BLOCKING_MS = 50

async function measure(): Promise<Measurement> {
  await buildApp()
  const bare = await openStaticSite(STATIC_HTML)
  const port = await findFreePort()
  const measuring = withBrowser([`--remote-debugging-port=${port}`], (browser) =>
    withBars([DEMO_BAR, PICTURED_BAR], {}, async ({ origin }) => {
      const ours = ['/', address(PAGES.bar, { barId: DEMO_BAR.id }), TABLE_PAGE, PICTURED_PAGE]
      const pages = new Map(ours.map((page) => [page, origin + page]))
      pages.set(STATIC_PAGE, `http://localhost:${bare.port}`)
      const runs = await takeRuns(() => lookAtAll(pages, port))
      const form = await takeRuns(() => timeForm(browser, origin + TABLE_PAGE))
      return toMeasurement([...pages.keys()], runs, form)
    }),
  )
  return measuring.finally(bare.close)
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
    logLevel: 'silent',
    onlyCategories: CATEGORIES,
    blockedUrlPatterns,
  } as const
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
    tbt: numberOf('total-blocking-time'),
    cpuTbt: sumBlocking(result.artifacts.Trace.traceEvents),
    cls: numberOf('cumulative-layout-shift'),
    scores: Object.fromEntries(
      CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
    ) as Found['scores'],
  }
}

/**
 * What blocks the phone after the first paint, by the CPU time of each task, in milliseconds: the clock time
 * that Lighthouse takes grows with other load on the machine.
 */
function sumBlocking(events: readonly TraceEvent[]): number {
  const paint = events.findLast(({ name }) => name === FIRST_PAINT)
  if (!paint) throw new Error('The trace has no first paint.')
  return events
    .filter(({ name, pid, tid, ts }) => {
      return name === TASK && pid === paint.pid && tid === paint.tid && ts >= paint.ts
    })
    .map(({ tdur = 0 }) => (tdur / 1_000) * SLOWDOWN)
    .reduce((sum, ms) => sum + Math.max(0, ms - BLOCKING_MS), 0)
}

function toMeasurement(
  pages: readonly string[],
  runs: readonly Map<string, Found>[],
  form: readonly FormReady[],
): Measurement {
  const found = pages.map((page) => ({ page, ones: runs.flatMap((run) => run.get(page) ?? []) }))
  const bare = toFigure(
    found.find(({ page }) => page === STATIC_PAGE)?.ones ?? [],
    ({ lcp }) => lcp,
  )
  const judged = found.map(({ page, ones }) => sumUp(page, ones, bare.median))
  const head = [
    'page',
    'LCP, ms',
    '× static',
    'worst run',
    'TBT, ms',
    'by CPU time, worst run',
    'CLS',
  ]
  return {
    report: [
      toTable(
        [...head, 'Performance', 'Accessibility', 'Best Practices'],
        judged.map(({ page, lcp, worstRatio, tbt, worstTbt, cls, scores }) => [
          page,
          toText(lcp),
          toText(lcp / bare.median, 2),
          toText(worstRatio, 2),
          toText(tbt),
          toText(worstTbt),
          toText(cls, 3),
          ...scores,
        ]),
      ),
      `From a table’s link to the form, in ms, network and CPU slowed down by the browser: drawn after ${toOneCell(toFigure(form, ({ drawnMs }) => drawnMs))}, taking input after ${toOneCell(toFigure(form, ({ takesInputMs }) => takesInputMs))}.`,
    ].join('\n\n'),
    verdicts: judged.filter(({ page }) => page !== STATIC_PAGE).flatMap(toVerdicts),
  }
}

function sumUp(page: string, runs: readonly Found[], bareLcp: number) {
  const of = (pick: (run: Found) => number) => toFigure(runs, pick)
  return {
    page,
    lcp: of(({ lcp }) => lcp).median,
    worstRatio: of(({ judgedLcp }) => judgedLcp).most / bareLcp,
    tbt: of(({ tbt }) => tbt).median,
    worstTbt: of(({ cpuTbt }) => cpuTbt).most,
    cls: of(({ cls }) => cls).median,
    scores: CATEGORIES.map((name) => of(({ scores }) => scores[name]).median),
  }
}

type Judged = ReturnType<typeof sumUp>

function toVerdicts({ page, worstRatio, worstTbt, cls, scores }: Judged): Verdict[] {
  const isPictured = page === PICTURED_PAGE
  const lcp = isPictured ? 'the heading' : 'LCP'
  return [
    atMost(
      LCP_RATIO_MAX,
      `times a static page’s LCP in every run, ${lcp} of ${page}`,
      worstRatio,
      2,
    ),
    atMost(TBT_MS_MAX, `ms of TBT by CPU time in every run, of ${page}`, worstTbt),
    atMost(0, `of CLS, of ${page}`, cls, 3),
    // Performance counts the picture, which comes after the form on purpose.
    ...CATEGORIES.flatMap((name, at) =>
      isPictured && name === 'performance'
        ? []
        : atLeast(SCORES_MIN[name], `${name}, of ${page}`, scores[at] ?? 0),
    ),
  ]
}

export const firstPaintBench: Bench = {
  title: 'The first paint, on Lighthouse’s phone',
  measure,
}
