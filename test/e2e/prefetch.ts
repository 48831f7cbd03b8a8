import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** The modules that the list prefetches. */
const AHEAD = ['visit-parts', 'chat-page', 'landing-page']

/** Waits until the list has prefetched its modules and their imports. */
export async function untilPrefetched(page: Page): Promise<void> {
  const findFetched = () =>
    page.evaluate((parts) => {
      const names = performance.getEntriesByType('resource').map(({ name }) => name)
      const isAhead = (name: string) => parts.some((part) => name.includes(`/assets/${part}-`))
      return [...new Set(names.filter(isAhead))]
    }, AHEAD)
  await expect.poll(async () => (await findFetched()).length).toBe(AHEAD.length)
  // `import()` of a loaded module waits for its imports without another request.
  const modules = JSON.stringify(await findFetched())
  await page.evaluate(`Promise.all(${modules}.map((address) => import(address))).then(() => {})`)
}
