import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { findViolations } from '#test/screens/find-faults.ts'

/** Holds what is on the screen against WCAG 2.2 AA, in the dark theme and in the light one. */
export async function checkAccessibility(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findViolations(page), colorScheme).toEqual([])
  }
}
