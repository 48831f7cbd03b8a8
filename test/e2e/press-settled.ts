import type { Locator, Page } from '@playwright/test'
import { SETTLES_MS } from '#web/ui/press-guard.ts'

/** The page ignores presses for a moment after something has moved. */
export const untilSettled = (page: Page) => page.waitForTimeout(SETTLES_MS + 50)

/** Presses what has just come, or stands where something else stood. */
export async function pressSettled(target: Locator): Promise<void> {
  await target.waitFor()
  await untilSettled(target.page())
  await target.click()
}
