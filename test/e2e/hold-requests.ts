import type { Page } from '@playwright/test'

/** Keeps the page's requests for such addresses waiting until they are released. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await held
    await route.continue()
  })
  return release
}
