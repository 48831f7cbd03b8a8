import type { Locator, Page } from '@playwright/test'
import { watchFor } from './watch-for.ts'

/** The page object of somebody who is shown toasts. */
export class ToastedPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** A toast with this title and, where given, this text. */
  toast(title: string, description?: string): Locator {
    const exactly = (text: string) => this.page.getByText(text, { exact: true })
    const body = this.page
      .getByRole('region', { name: 'Avisos' })
      .locator('div:has(> p)')
      .filter({ has: exactly(title) })
    return description === undefined ? body : body.filter({ has: exactly(description) })
  }

  /** Starts to watch for a toast that may be gone before the test looks; what it returns waits until it was shown. */
  watchForToast(title: string, description: string): Promise<() => Promise<void>> {
    const within = 'section[aria-label=Avisos] div:has(> p)'
    return watchFor(this.page, { texts: [title, description], within })
  }
}
