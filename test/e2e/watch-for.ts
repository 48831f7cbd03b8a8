import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

interface Fleeting {
  /** The element shows all of them at once. */
  texts: string[]
  /** A selector of the element. */
  within?: string
}

/**
 * Watches for a text that is shown briefly. The page checks itself at each mutation, so a slow test
 * misses none. The returned function waits until the text was shown.
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
