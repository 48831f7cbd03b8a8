import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** What a page with the list asks for before anybody wants it. */
const AHEAD = ['leaving-part', 'chat-page', 'own-profile', 'landing-page', 'stopped-page']

/** Waits until the list has all code that it fetches ahead, with whatever that code needs. */
export async function untilFetchedAhead(page: Page): Promise<void> {
  const findLacking = () =>
    page.evaluate((parts) => {
      const come = performance.getEntriesByType('resource').map(({ name }) => name)
      const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')
      return [
        ...parts.filter((part) => !come.some((name) => name.includes(`/assets/${part}-`))),
        ...[...links].map(({ href }) => href).filter((href) => !come.includes(href)),
      ]
    }, AHEAD)
  await expect.poll(findLacking).toEqual([])
}
