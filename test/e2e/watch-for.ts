import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

interface Fleeting {
  /** All of them stand in it at once. */
  texts: string[]
  /** A selector of the element that they stand in. */
  within?: string
}

/**
 * For what is shown and goes again. Begins to look, before whatever brings it about, and returns what
 * waits until it was there: the page looks at each of its changes itself, so that a test that comes
 * late misses none. It looks until the page is left.
 */
export async function watchFor(
  page: Page,
  { texts, within = 'body' }: Fleeting,
): Promise<() => Promise<void>> {
  const watch = await page.evaluateHandle(
    ({ wanted, selector }) => {
      const seen = { isSeen: false }
      const look = () => {
        seen.isSeen ||= [...document.querySelectorAll(selector)].some(
          (element) =>
            element.checkVisibility() && wanted.every((text) => element.textContent.includes(text)),
        )
        if (seen.isSeen) observer.disconnect()
      }
      const observer = new MutationObserver(look)
      const changes = { childList: true, subtree: true, characterData: true, attributes: true }
      observer.observe(document.documentElement, changes)
      look()
      return seen
    },
    { wanted: texts, selector: within },
  )
  const message = `${texts.join(' / ')} was shown`
  return () => expect.poll(() => watch.evaluate(({ isSeen }) => isSeen), message).toBe(true)
}
