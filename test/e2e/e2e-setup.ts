import { ensureChromium } from '#scripts/chromium.ts'
import { prepareTemplate } from '#test/server/test-state.ts'

/** Playwright's global setup: finds or installs the browser, and makes the database that the workers copy. */
export default async function setUp(): Promise<void> {
  ensureChromium()
  await prepareTemplate()
}
