import type { Page } from '@playwright/test'

/**
 * What can no longer be read: words beyond the sides of the page, words that something clips, and
 * words that stand out of the control that they are the name of. What people have named
 * (`dir="auto"`) may end in an ellipsis where its whole stands elsewhere.
 */
export function findCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SLACK = 1.5
    const CONTROL = 'button, a[href], label, [role=button]'
    const found = new Set<string>()
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth) found.add('the page scrolls sideways')

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      const parent = text.parentElement
      const words = text.textContent?.trim()
      if (!words || !parent?.checkVisibility({ visibilityProperty: true })) continue
      // Far from the screen only the height is kept; what comes near is drawn whole.
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
        const { overflowX, overflowY, clipPath } = getComputedStyle(box)
        // For screen readers alone.
        if (clipPath !== 'none') return null
        const frame = box.getBoundingClientRect()
        if (/hidden|clip/.test(overflowX) && !fits(words, frame, 'x')) return 'clipped at the side'
        if (/hidden|clip/.test(overflowY) && !fits(words, frame, 'y')) return 'clipped'
        if (box.matches(CONTROL) && !(fits(words, frame, 'x') && fits(words, frame, 'y')))
          return 'out of its control'
        isScrolled ||= /auto|scroll/.test(overflowX) && box.scrollWidth > box.clientWidth
        if (isScrolled || /auto|scroll/.test(overflowY)) break
      }
      const isBeyond = words.left < -SLACK || words.right > root.clientWidth + SLACK
      return isBeyond && !isScrolled ? 'beyond the side' : null
    }

    function fits(words: DOMRect, frame: DOMRect, axis: 'x' | 'y'): boolean {
      if (axis === 'x')
        return words.left >= frame.left - SLACK && words.right <= frame.right + SLACK
      // A line is as high as its font, which may be more than the room that it is given.
      const slack = words.height * 0.3
      return words.top >= frame.top - slack && words.bottom <= frame.bottom + slack
    }
  })
}
