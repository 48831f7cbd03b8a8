import type { Page } from '@playwright/test'
import { entryTexts } from '../contract/texts/entry.ts'
import { TIMINGS } from '../contract/timings.ts'
import { buildApp } from '../scripts/build.ts'
import { fakeDetector } from '../test/fakes/fake-detector.ts'
import type { Luma } from '../test/fakes/luma.ts'
import { makeLuma } from '../test/fakes/luma.ts'
import { drawScene } from '../test/fakes/qr-scene.ts'
import { writeY4m } from '../test/fakes/y4m.ts'
import { FRAMES_PER_SECOND } from '../web/features/scanner/frames.ts'
import { withBars } from './bar-server.ts'
import { withBrowser } from './browser.ts'
import type { DetectorResults } from './scanner-detector.ts'
import { compareDetector, installIdleDetector } from './scanner-detector.ts'

const BAR_ID = 'BENCH9'
const OPENINGS = 5
const WARM_UP_MS = 4_000
const WATCHED_MS = 10_000
const FILM = { width: 1280, height: 720 }

export interface BrowserResults {
  /** From the press on the button to the bar's page, without the product's own half second. */
  dialogToBarMs: number[]
  workers: MainThread
  /** With a platform's detector, whose own work is not counted. */
  platform: MainThread
  detector: DetectorResults
}

/** For one of ten frames a second: all tasks, and scripts alone. */
interface MainThread {
  taskMsPerFrame: number
  scriptMsPerFrame: number
}

function inPage<Result>(
  film: string,
  origin: string,
  act: (page: Page) => Promise<Result>,
): Promise<Result> {
  const switches = [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]
  return withBrowser(switches, async (browser) => {
    const viewport = { width: 390, height: 844 }
    return act(await browser.newPage({ baseURL: origin, viewport, serviceWorkers: 'block' }))
  })
}

const press = (page: Page) => page.getByRole('button', { name: entryTexts.scan }).click()

async function timeOpening(page: Page): Promise<number> {
  await page.goto('/bar-access')
  const startedAt = performance.now()
  await press(page)
  await page.waitForURL(`**/bar/${BAR_ID}`)
  return performance.now() - startedAt - TIMINGS.barCheckToBarMs
}

async function weighMainThread(page: Page): Promise<MainThread> {
  await page.goto('/bar-access')
  const session = await page.context().newCDPSession(page)
  // Time of the thread, not of the clock: other work on the machine does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const find = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
    return { taskS: find('TaskDuration'), scriptS: find('ScriptDuration') }
  }
  await press(page)
  await page.waitForTimeout(WARM_UP_MS)
  const before = await read()
  await page.waitForTimeout(WATCHED_MS)
  const after = await read()
  const frames = (WATCHED_MS / 1_000) * FRAMES_PER_SECOND
  const perFrame = (seconds: number) => (seconds * 1_000) / frames
  return {
    taskMsPerFrame: perFrame(after.taskS - before.taskS),
    scriptMsPerFrame: perFrame(after.scriptS - before.scriptS),
  }
}

/** The built app in Chromium with a film in place of its camera. */
export async function measureInBrowser(): Promise<BrowserResults> {
  await buildApp()
  return withBars([BAR_ID], {}, async ({ origin }, stateDir) => {
    const toFilm = (name: string, picture: Luma) => {
      const path = `${stateDir}/${name}.y4m`
      writeY4m(path, [picture])
      return path
    }
    const text = `${origin}/bar/${BAR_ID}`
    const code = toFilm('code', drawScene({ text, ...FILM, codeSide: 300, noise: 6, blurPx: 1 }))
    const nothing = toFilm('nothing', makeLuma(FILM.width, FILM.height, 90))
    const dialogToBarMs: number[] = []
    for (let opening = 0; opening < OPENINGS; opening++) {
      dialogToBarMs.push(await inPage(code, origin, timeOpening))
    }
    const workers = await inPage(nothing, origin, weighMainThread)
    const platform = await inPage(nothing, origin, async (page) => {
      await fakeDetector(page, installIdleDetector)
      return await weighMainThread(page)
    })
    const detector = await inPage(nothing, origin, (page) =>
      compareDetector(page, async () => {
        await page.goto('/bar-access')
        await press(page)
      }),
    )
    return { dialogToBarMs, workers, platform, detector }
  })
}
