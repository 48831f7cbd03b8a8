import type { Page, Route } from '@playwright/test'

/** Holds back requests that match, until the returned function is called. Then `end` answers them. */
export async function holdRequests(
  page: Page,
  pattern: string | RegExp,
  end = (route: Route) => route.continue(),
): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await held
    await end(route)
  })
  return release
}
