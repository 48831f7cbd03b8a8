import type { Browser } from '@playwright/test'
import { readFeaturesOff } from './browser-switches.ts'
import { expect, test } from './e2e.ts'

test('the browser of the tests disables every feature that Playwright disables', async ({
  browser,
  launchOptions,
  playwright,
}) => {
  const plain = await playwright.chromium.launch({ ...launchOptions, args: ['--no-sandbox'] })
  const usual = await featuresOff(plain)
  await plain.close()
  expect(usual).toContain('PaintHolding')
  expect(await featuresOff(browser)).toEqual(expect.arrayContaining(usual))
})

async function featuresOff(browser: Browser): Promise<string[]> {
  const session = await browser.newBrowserCDPSession()
  const { commandLine } = await session.send('SystemInfo.getInfo')
  return readFeaturesOff(commandLine)
}
