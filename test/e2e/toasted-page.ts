import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { WAIT_HANGS_AFTER_MS } from '#test/hang-limits.ts'
import { toastsOf } from './toast-log.ts'

/** The page object of a person who gets toasts. */
export class ToastedPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** A toast with this title that is there now. */
  toast(title: string): Locator {
    return this.page
      .getByRole('region', { name: 'Avisos' })
      .locator('div:has(> p)')
      .filter({ has: this.page.getByText(title, { exact: true }) })
  }

  /** Waits until a toast has been shown that no earlier call has taken. It may be gone again. */
  async untilToast(title: string, description: string | RegExp = /^/): Promise<void> {
    const take = () => {
      const seen = toastsOf(this.page)
      const at = seen.findIndex((toast) => {
        const says =
          typeof description === 'string'
            ? toast.description === description
            : description.test(toast.description)
        return toast.title === title && says
      })
      if (at >= 0) seen.splice(at, 1)
      return at >= 0 ? 'shown' : seen.map((toast) => `${toast.title}: ${toast.description}`)
    }
    const options = { message: `${title}: ${description}`, timeout: WAIT_HANGS_AFTER_MS }
    await expect.poll(take, options).toBe('shown')
  }
}
