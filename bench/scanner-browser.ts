import type { Page } from '@playwright/test'
import { entryTexts } from '../contract/texts/entry.ts'
import { buildApp } from '../scripts/build.ts'
import { fakeDetector } from '../test/fakes/fake-detector.ts'
import { makeLuma } from '../test/fakes/luma.ts'
import { writeY4m } from '../test/fakes/y4m.ts'
import { WAIT_HANGS_AFTER_MS } from '../test/hang-limits.ts'
import { FRAMES_PER_SECOND } from '../web/features/scanner/frames.ts'
import { withBars } from './bar-server.ts'
import { withBrowser } from './browser.ts'
import type { DetectorResults } from './scanner-detector.ts'
import { compareDetector, installIdleDetector } from './scanner-detector.ts'

const WARM_UP_MS = 4_000
const WATCHED_MS = 10_000
const FILM = { width: 1280, height: 720 }

export interface BrowserResults {
  workers: MainThread
  /** Measured with a fake platform detector, whose own work is not counted. */
  platform: MainThread
  detector: DetectorResults
}

/** Main-thread time per frame, at ten frames a second: all tasks, and scripts alone. */
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
    const page = await browser.newPage({ baseURL: origin, viewport, serviceWorkers: 'block' })
    page.setDefaultTimeout(WAIT_HANGS_AFTER_MS)
    return act(page)
  })
}

const press = (page: Page) => page.getByRole('button', { name: entryTexts.scan }).click()

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

/** The built app in Chromium with a film of nothing in place of its camera. */
export async function measureInBrowser(): Promise<BrowserResults> {
  await buildApp()
  return withBars(['BENCH9'], {}, async ({ origin }, stateDir) => {
    const nothing = `${stateDir}/nothing.y4m`
    writeY4m(nothing, [makeLuma(FILM.width, FILM.height, 90)])
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
    return { workers, platform, detector }
  })
}
