import type { Browser } from '@playwright/test'
import { WAIT_HANGS_AFTER_MS } from '../test/hang-limits.ts'

/** Lighthouse's slow 4G and its phone, slowed down by the browser instead of simulated. */
const NETWORK = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1_024) / 8,
  uploadThroughput: (675 * 1_024) / 8,
}
const SLOWDOWN = 4

/** Both times count from the start of the navigation. Milliseconds. */
export interface FormReady {
  /** The form is painted. */
  drawnMs: number
  /** The app has hydrated the form's first field and receives its input. */
  takesInputMs: number
}

declare global {
  interface Window {
    takesInputAt?: number
  }
}

/** Opens a link as a scan with the phone's camera does: with an empty cache. */
export async function timeForm(browser: Browser, url: string): Promise<FormReady> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(WAIT_HANGS_AFTER_MS)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.addInitScript(watchForm)
    await page.goto(url)
    await page.waitForFunction(() => window.takesInputAt !== undefined)
    return await page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      return {
        drawnMs: paint?.startTime ?? Number.NaN,
        takesInputMs: window.takesInputAt ?? Number.NaN,
      }
    })
  } finally {
    await context.close()
  }
}

/** React marks an element that it has taken over. */
function watchForm(): void {
  const look = () => {
    const field = document.querySelector('form input')
    if (field && Object.keys(field).some((key) => key.startsWith('__reactProps$'))) {
      window.takesInputAt = performance.now()
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
