import type { Browser } from '@playwright/test'
import { chromium } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'

/** Opens Chromium, with more switches, as long as `use` takes. */
export async function withBrowser<T>(
  switches: readonly string[],
  use: (browser: Browser) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', ...switches],
  })
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}
