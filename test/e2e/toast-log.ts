import type { BrowserContext, Page } from '@playwright/test'

export interface SeenToast {
  title: string
  description: string
  /** It looks like an error, and is announced at once. */
  isMarked: boolean
}

const seenIn = new WeakMap<Page, SeenToast[]>()

/** The toasts that a page has shown and no test has taken yet. */
export function toastsOf(page: Page): SeenToast[] {
  const seen = seenIn.get(page) ?? []
  seenIn.set(page, seen)
  return seen
}

/** Notes every toast of a context's pages: on a slow machine one is gone before the test looks. */
export async function noteToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding('noteToast', ({ page }, toast: SeenToast) => {
    toastsOf(page).push(toast)
  })
  await context.addInitScript(watchToasts)
}

/** Keeps each of the next toasts, however slow the test is: the focus is in it. */
export async function holdToasts(page: Page): Promise<void> {
  await page.locator('section[aria-label=Avisos]').evaluate((region) => {
    const hold = () => region.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    new MutationObserver(hold).observe(region, { childList: true, subtree: true })
  })
}

/** Runs in the page. */
function watchToasts(): void {
  const noted = new WeakSet<Element>()
  const look = () => {
    for (const toast of document.querySelectorAll('[popover=manual] > [role] > div')) {
      if (noted.has(toast)) continue
      noted.add(toast)
      const [title = '', description = ''] = [...toast.querySelectorAll('p')].map(
        ({ textContent }) => textContent ?? '',
      )
      const isMarked = toast.parentElement?.role === 'alert'
      Object(window).noteToast({ title, description, isMarked })
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}
