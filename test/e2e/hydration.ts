import type { Page } from '@playwright/test'

/** Waits until React has hydrated `selector`: it then has a property `__react…`. */
export async function untilHydrated(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const element = document.querySelector(wanted)
    return element !== null && Object.keys(element).some((key) => key.startsWith('__react'))
  }, selector)
}
