import type { Locator, Page } from '@playwright/test'
import { watchFor } from './watch-for.ts'

/** A toast with this title and, where given, this text. */
export function toastOn(page: Page, title: string, description?: string): Locator {
  const exactly = (text: string) => page.getByText(text, { exact: true })
  const body = page
    .getByRole('region', { name: 'Avisos' })
    .locator('div:has(> p)')
    .filter({ has: exactly(title) })
  return description === undefined ? body : body.filter({ has: exactly(description) })
}

/** The same, for a toast that may be gone before the test looks. */
export function watchForToast(
  page: Page,
  title: string,
  description: string,
): Promise<() => Promise<void>> {
  const within = 'section[aria-label=Avisos] div:has(> p)'
  return watchFor(page, { texts: [title, description], within })
}
