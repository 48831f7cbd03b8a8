import type { Page } from '@playwright/test'

/** Runs `install` in the page and in the worker that reads with the platform's detector. */
export async function fakeDetector(
  page: Page,
  install: (argument: string) => void,
  argument = '',
): Promise<void> {
  await page.addInitScript(install, argument)
  await page.route('**/assets/native-worker-*.js', async (route) => {
    const response = await route.fetch()
    const body = `(${install})(${JSON.stringify(argument)});${await response.text()}`
    await route.fulfill({ response, body })
  })
}
