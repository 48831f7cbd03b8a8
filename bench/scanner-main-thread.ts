import { chromium } from '@playwright/test'
import { entryTexts } from '../contract/texts/entry.ts'
import { buildApp } from '../scripts/build.ts'
import { findChromium } from '../scripts/chromium.ts'
import { fakeDetector } from '../test/fakes/fake-detector.ts'
import { makeLuma } from '../test/fakes/luma.ts'
import { writeY4m } from '../test/fakes/y4m.ts'
import { FRAMES_PER_SECOND } from '../web/features/scanner/frames.ts'
import { withBars } from './bar-server.ts'

const BAR_ID = 'BENCH9'
const WARM_UP_MS = 4_000
const WATCHED_MS = 10_000

/** Milliseconds for one of ten frames a second: all tasks, and scripts alone. */
export interface MainThread {
  taskMs: number
  scriptMs: number
}

/** The built app in Chromium, whose camera shows nothing. */
export async function weighMainThread(): Promise<Record<'workers' | 'platform', MainThread>> {
  await buildApp()
  return withBars([BAR_ID], {}, async ({ origin }, stateDir) => {
    const film = `${stateDir}/nothing.y4m`
    writeY4m(film, [makeLuma(1280, 720, 90)])
    return { workers: await weigh(origin, film, false), platform: await weigh(origin, film, true) }
  })
}

async function weigh(baseURL: string, film: string, hasDetector: boolean): Promise<MainThread> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  try {
    const viewport = { width: 390, height: 844 }
    const page = await browser.newPage({ baseURL, viewport, serviceWorkers: 'block' })
    if (hasDetector) await fakeDetector(page, installIdleDetector)
    await page.goto('/bar-access')
    const session = await page.context().newCDPSession(page)
    // Time of the thread, not of the clock: other work on the machine does not count.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const read = async (name: string) => {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
    }
    const readBoth = async () => [await read('TaskDuration'), await read('ScriptDuration')] as const
    await page.getByRole('button', { name: entryTexts.scan }).click()
    await page.waitForTimeout(WARM_UP_MS)
    const [taskBefore, scriptBefore] = await readBoth()
    await page.waitForTimeout(WATCHED_MS)
    const [taskAfter, scriptAfter] = await readBoth()
    const frames = (WATCHED_MS / 1_000) * FRAMES_PER_SECOND
    const perFrame = (seconds: number) => (seconds * 1_000) / frames
    return {
      taskMs: perFrame(taskAfter - taskBefore),
      scriptMs: perFrame(scriptAfter - scriptBefore),
    }
  } finally {
    await browser.close()
  }
}

/** Finds nothing in no time: what is left is the product's own work. */
function installIdleDetector(): void {
  class BarcodeDetector {
    static getSupportedFormats = async () => ['qr_code']
    detect = async () => []
  }
  Object.assign(globalThis, { BarcodeDetector })
}
