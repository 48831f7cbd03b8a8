import type { Locator, Page } from '@playwright/test'

/** A toast with this title and, where given, this text. */
export function toastOn(page: Page, title: string, description?: string): Locator {
  const exactly = (text: string) => page.getByText(text, { exact: true })
  const body = page
    .getByRole('region', { name: 'Avisos' })
    .locator('div:has(> p)')
    .filter({ has: exactly(title) })
  return description === undefined ? body : body.filter({ has: exactly(description) })
}
