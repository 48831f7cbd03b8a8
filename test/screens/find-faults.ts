import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { inRoot } from '#scripts/paths.ts'

const AXE = readFileSync(inRoot('node_modules/axe-core/axe.min.js'), 'utf8')
const AXE_OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  // None of these rules needs style sheets.
  preload: { assets: ['media'] },
}

/** Violations of WCAG 2.2 AA that axe finds, one line each. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, options)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, AXE_OPTIONS)
}

export const findCutOff = (page: Page): Promise<string[]> => page.evaluate(listCutOff)

/**
 * Texts that cannot be read whole: beyond the sides of the page, clipped by an ancestor, or outside
 * the control that they label. Names given by people (`dir="auto"`) may end in an ellipsis.
 * Runs in the page, of any engine.
 */
export function listCutOff(): string[] {
  const SLACK = 1.5
  const CONTROL = 'button, a[href], label, [role=button]'
  const found = new Set<string>()
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) found.add('the page scrolls sideways')
  for (const { scrollWidth, clientWidth } of document.querySelectorAll('dialog[open]'))
    if (scrollWidth > clientWidth) found.add('a dialog scrolls sideways')

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    const parent = text.parentElement
    const words = text.textContent?.trim()
    if (!words || !parent?.checkVisibility({ visibilityProperty: true })) continue
    // `data-far` reserves the height of parts that are not drawn yet.
    if (parent.closest('[dir=auto], [data-far], script, style, noscript, option, svg')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const rect of range.getClientRects()) {
      const why = rect.width > 0 && findFault(parent, rect)
      if (why) found.add(`${why}: ${words.slice(0, 60)}`)
    }
  }
  return [...found]

  function findFault(element: Element, words: DOMRect): string | null {
    let isScrolled = false
    for (let box: Element | null = element; box; box = box.parentElement) {
      const { overflowX, overflowY, clipPath, zoom } = getComputedStyle(box)
      // Visible to screen readers alone.
      if (clipPath !== 'none') return null
      const frame = box.getBoundingClientRect()
      if (/hidden|clip/.test(overflowX) && !fits(words, frame, 'x')) return 'clipped at the side'
      if (/hidden|clip/.test(overflowY) && !fits(words, frame, 'y')) return 'clipped'
      if (box.matches(CONTROL) && !(fits(words, frame, 'x') && fits(words, frame, 'y')))
        return 'out of its control'
      // WebKit tells rectangles in there as if nothing were zoomed.
      if (zoom !== '1' && !('currentCSSZoom' in box)) return null
      isScrolled ||= /auto|scroll/.test(overflowX) && box.scrollWidth > box.clientWidth
      if (isScrolled || /auto|scroll/.test(overflowY)) break
    }
    const isBeyond = words.left < -SLACK || words.right > root.clientWidth + SLACK
    return isBeyond && !isScrolled ? 'beyond the side' : null
  }

  function fits(words: DOMRect, frame: DOMRect, axis: 'x' | 'y'): boolean {
    if (axis === 'x') return words.left >= frame.left - SLACK && words.right <= frame.right + SLACK
    // The box of a line may be higher than the line height.
    const slack = words.height * 0.3
    return words.top >= frame.top - slack && words.bottom <= frame.bottom + slack
  }
}

/** Texts beside an element or another text: once a browser has translated them, the page cannot change them. */
export const findSharedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode
      if (!textContent?.trim() || parentElement?.closest('script, style, noscript')) continue
      if (parentElement?.childNodes.length !== 1) found.push(textContent)
    }
    return found
  })

/** More focusable elements than any screen has. */
const STOPS_MAX = 40

/**
 * Tabs through a page and back. Finds focused elements that are covered at their middle and all
 * sides (2.4.11), or that have no focus ring (2.4.7).
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

/** A toast may cover the focus, because Escape closes it and leaves the focus. */
async function inspectStop(page: Page): Promise<string | null> {
  const stop = await page.evaluate(inspectFocus)
  const isCovered = stop?.startsWith('covered') ?? false
  if (!isCovered || (await page.locator('dialog[open]').count()) > 0) return stop
  await page.keyboard.press('Escape')
  await page.evaluate(() => document.activeElement?.removeAttribute('data-was-focused'))
  return page.evaluate(inspectFocus)
}

function forgetStops(): void {
  for (const stop of document.querySelectorAll('[data-was-focused]'))
    stop.removeAttribute('data-was-focused')
}

/** `nowhere`: the browser's own controls have the focus. `again`: the element had it before. */
async function inspectFocus(): Promise<string | null> {
  const PATIENCE_FRAMES = 60
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'nowhere'
  if (focused.hasAttribute('data-was-focused')) return 'again'
  const name = focused.outerHTML.slice(0, 160)
  focused.setAttribute('data-was-focused', '')
  const label = focused.closest('label')
  if (![focused, label].some((element) => element && hasRing(element))) return `no ring: ${name}`

  // Rows near the viewport are drawn a moment later, and shift other rows.
  for (let frames = 0; !isSeen(); frames += 1) {
    if (frames === PATIENCE_FRAMES) return `covered: ${name}`
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  return null

  function hasRing(element: Element): boolean {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }

  function isSeen(): boolean {
    // A hidden native field is drawn by its label.
    const isDrawn = focused !== null && getComputedStyle(focused).clipPath === 'none'
    const shown = isDrawn ? focused : (label ?? focused)
    if (!shown) return false
    // A link may wrap to two lines.
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

/** Texts and icons that have the colour of their background in forced colours. */
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
