import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { WAIT_HANGS_AFTER_MS } from '#test/hang-limits.ts'
import type { SeenToast } from './toast-log.ts'
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

  /** Waits for a toast that no earlier call has taken, and returns it. It may be gone again. */
  async untilToast(title: string, description: string | RegExp = /^/): Promise<SeenToast> {
    let taken: SeenToast | undefined
    const take = () => {
      const seen = toastsOf(this.page)
      const at = seen.findIndex((toast) => {
        const says =
          typeof description === 'string'
            ? toast.description === description
            : description.test(toast.description)
        return toast.title === title && says
      })
      if (at >= 0) [taken] = seen.splice(at, 1)
      return taken ? 'shown' : seen.map((toast) => `${toast.title}: ${toast.description}`)
    }
    const options = { message: `${title}: ${description}`, timeout: WAIT_HANGS_AFTER_MS }
    await expect.poll(take, options).toBe('shown')
    return taken as SeenToast
  }
}
