import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** What a page with the list asks for before anybody wants it. */
const AHEAD = ['leaving-part', 'chat-page', 'own-profile', 'landing-page', 'stopped-page']

/** Waits until the list has all code that it fetches ahead, with whatever that code needs. */
export async function untilPrefetched(page: Page): Promise<void> {
  const findFetched = () =>
    page.evaluate((parts) => {
      const names = performance.getEntriesByType('resource').map(({ name }) => name)
      const isAhead = (name: string) => parts.some((part) => name.includes(`/assets/${part}-`))
      return [...new Set(names.filter(isAhead))]
    }, AHEAD)
  await expect.poll(async () => (await findFetched()).length).toBe(AHEAD.length)
  // A module that was asked for once is not asked for again: this waits for what it imports itself.
  const modules = JSON.stringify(await findFetched())
  await page.evaluate(`Promise.all(${modules}.map((address) => import(address))).then(() => {})`)
}
