import type { Page } from '@playwright/test'
import { MAX_TOASTS } from '#web/ui/toast/toast-store.ts'

/** More than a screen has; a list of hundreds goes on as it began. */
const STOPS_MAX = 40

/**
 * Goes through a page and back as somebody without a mouse does, and tells what had the focus and was
 * covered at its middle and all its sides (2.4.11), or had no ring around it (2.4.7).
 */
export async function findLostFocus(page: Page, stopsMax = STOPS_MAX): Promise<string[]> {
  const found = new Set<string>()
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.evaluate(forgetStops)
    for (let stops = 0; stops < stopsMax; stops += 1) {
      await page.keyboard.press(key)
      const stop = await inspectStop(page)
      if (stop === 'again' || (stop === 'nowhere' && stops > 0)) break
      if (stop !== null && stop !== 'nowhere') found.add(stop)
    }
  }
  return [...found]
}

/** What Escape sends away without moving the focus, as a notice, hides nothing for good. */
async function inspectStop(page: Page): Promise<string | null> {
  const stop = await page.evaluate(inspectFocus)
  const isCovered = stop?.startsWith('covered') ?? false
  if (!isCovered || (await page.locator('dialog[open]').count()) > 0) return stop
  for (let notices = 0; notices < MAX_TOASTS; notices += 1) await page.keyboard.press('Escape')
  await page.evaluate(() => document.activeElement?.removeAttribute('data-was-focused'))
  return page.evaluate(inspectFocus)
}

function forgetStops(): void {
  for (const stop of document.querySelectorAll('[data-was-focused]'))
    stop.removeAttribute('data-was-focused')
}

/** `nowhere` where the browser's own controls have it, `again` where this one had it before. */
async function inspectFocus(): Promise<string | null> {
  const PATIENCE_MS = 1_000
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'nowhere'
  if (focused.hasAttribute('data-was-focused')) return 'again'
  const name = focused.outerHTML.slice(0, 160)
  focused.setAttribute('data-was-focused', '')
  const label = focused.closest('label')
  if (![focused, label].some((element) => element && hasRing(element))) return `no ring: ${name}`

  // What comes into reach is drawn a moment later, and moves what is there.
  const isLate = AbortSignal.timeout(PATIENCE_MS)
  while (!isSeen()) {
    if (isLate.aborted) return `covered: ${name}`
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  return null

  function hasRing(element: Element): boolean {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }

  function isSeen(): boolean {
    // A field that is drawn as something else is as large as its label.
    const isDrawn = focused !== null && getComputedStyle(focused).clipPath === 'none'
    const shown = isDrawn ? focused : (label ?? focused)
    if (!shown) return false
    // A link in a text may stand in two lines.
    const points = [...shown.getClientRects()].flatMap(({ left, top, right, bottom }) => {
      const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2]
      return [
        [middleX, middleY],
        [left + 3, middleY],
        [right - 3, middleY],
        [middleX, top + 3],
        [middleX, bottom - 3],
      ]
    })
    return points.some(([x = 0, y = 0]) => {
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (shown.contains(hit) || hit.closest('label')?.contains(focused))
    })
  }
}
