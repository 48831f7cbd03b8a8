import type { Page } from '@playwright/test'

/** In forced colours: words and icons that have the colour of what they stand on. */
export async function findOneColoured(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await page.evaluate(() => {
    const toGround = (element: Element): string => {
      for (let under: Element | null = element; under; under = under.parentElement) {
        const { backgroundColor } = getComputedStyle(under)
        if (!/^rgba\(.*, 0\)$/.test(backgroundColor)) return backgroundColor
      }
      return getComputedStyle(document.documentElement).getPropertyValue('background-color')
    }
    const isWords = (element: Element) =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
    return [...document.body.querySelectorAll('*')]
      .filter((element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      )
      .filter((element) => isWords(element) || element.matches('svg[stroke=currentColor]'))
      .filter((element) => getComputedStyle(element).color === toGround(element))
      .map(({ outerHTML }) => outerHTML.slice(0, 120))
  })
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}
