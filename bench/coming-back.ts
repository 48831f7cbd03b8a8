import type { BrowserContext, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { buildApp } from '../scripts/build.ts'
import { findChromium } from '../scripts/chromium.ts'
import { PersonPage } from '../test/e2e/person-page.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement } from './bench.ts'
import { atMost, RUNS, takeRuns, toFigure, toSpread, toTable } from './bench.ts'
import { enterMany } from './enter.ts'

const BAR_ID = 'BENCHV'
const PEOPLE = 100
const SECONDS_MAX = 1

/** Where it stands, and its words. */
const LISTED = ['[role=listitem]', 'Bia'] as const
const WRITTEN = ['[role=log] [data-text]', 'Oi!'] as const
type Seen = typeof LISTED | typeof WRITTEN

/** From the navigation to the frame that shows it, in seconds. */
type Run = Record<(typeof WAYS)[number], number>
const WAYS = [
  'a discarded tab, the list',
  'a discarded tab, a conversation',
  'a new tab by a notice, a conversation',
  'the icon on the home screen, the list',
] as const

async function measure(): Promise<Measurement> {
  const executablePath = findChromium()
  await buildApp()
  const runs = await withBars([BAR_ID], {}, async ({ origin }) => {
    await enterMany(origin, BAR_ID, PEOPLE)
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu'],
    })
    try {
      const open = () => {
        const viewport = { width: 390, height: 844 }
        return browser.newContext({ baseURL: origin, viewport, locale: 'pt-BR' })
      }
      const context = await open()
      const talk = await startTalk(context, await open())
      return await takeRuns(() => measureRun(context, talk))
    } finally {
      await browser.close()
    }
  })
  return toMeasurement(runs)
}

/** The first wrote to the second, who stays in the bar. Gives their conversation's path. */
async function startTalk(first: BrowserContext, second: BrowserContext): Promise<string> {
  const [ana, bia] = [
    new PersonPage({ page: await first.newPage() } as never, 'Ana'),
    new PersonPage({ page: await second.newPage() } as never, 'Bia'),
  ]
  await bia.enterBar(BAR_ID, '2')
  await ana.enterBar(BAR_ID, '1')
  await ana.openChatWith('Bia')
  await ana.send('Oi!')
  await ana.untilShows(['Oi!'])
  const talk = new URL(ana.page.url()).pathname
  await ana.page.close()
  return talk
}

async function measureRun(context: BrowserContext, talk: string): Promise<Run> {
  const open = async (path: string, seen: Seen) => {
    const page = await context.newPage()
    const opened = await secondsUntil(page, seen, () => page.goto(path, { waitUntil: 'commit' }))
    const again = await secondsUntil(page, seen, () => page.reload({ waitUntil: 'commit' }))
    await page.close()
    return { opened, again }
  }
  const atTalk = await open(`${talk}?volta`, WRITTEN)
  const atList = await open('/?volta', LISTED)
  return {
    'a new tab by a notice, a conversation': atTalk.opened,
    'the icon on the home screen, the list': atList.opened,
    'a discarded tab, a conversation': atTalk.again,
    'a discarded tab, the list': atList.again,
  }
}

/** By the clock of the machine: on its way a page may lead to another one. */
async function secondsUntil(
  page: Page,
  seen: Seen,
  navigate: () => Promise<unknown>,
): Promise<number> {
  const begunAt = Date.now()
  await navigate()
  const drawnAt = await page.waitForFunction(
    ([selector, words]) => {
      const all = [...document.querySelectorAll(selector)]
      const isDrawn = all.some((one) => one.textContent?.includes(words))
      return isDrawn ? Date.now() : 0
    },
    seen,
    { polling: 5 },
  )
  return ((await drawnAt.jsonValue()) - begunAt) / 1_000
}

function toMeasurement(runs: Run[]): Measurement {
  const figures = WAYS.map((way) => ({ way, figure: toFigure(runs, (run) => run[way]) }))
  return {
    report: [
      `${PEOPLE} people in the bar; ${RUNS} runs.`,
      '',
      toTable(
        ['seconds until it is drawn', 'median', 'spread'],
        figures.map(({ way, figure }) => [way, figure.median.toFixed(2), toSpread(figure, 2)]),
      ),
    ].join('\n'),
    verdicts: figures.map(({ way, figure }) => atMost(SECONDS_MAX, `s: ${way}`, figure.median, 2)),
  }
}

export const comingBackBench: Bench = {
  title: 'Coming back: a discarded tab, a notice, the icon',
  measure,
}
