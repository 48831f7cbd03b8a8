import type { Page } from '@playwright/test'

/** The modules that the list prefetches. */
const AHEAD = ['visit-parts', 'chat-page', 'landing-page']

/** Called before the list opens. The returned function waits until its modules and imports are prefetched. */
export function watchPrefetch(page: Page): () => Promise<void> {
  const asked = AHEAD.map((part) =>
    page.waitForRequest((request) => request.url().includes(`/assets/${part}-`)),
  )
  return async () => {
    const addresses = (await Promise.all(asked)).map((request) => request.url())
    // `import()` of a module that is on its way waits for it and its imports, without another request.
    const modules = JSON.stringify(addresses)
    await page.evaluate(`Promise.all(${modules}.map((address) => import(address))).then(() => {})`)
  }
}
