import { ADMIN_API } from '../contract/admin-paths.ts'
import { PAGES } from '../contract/pages.ts'
import { inPoints, monitorTexts, openBarsWord } from '../contract/texts/monitor.ts'
import { WAIT_HANGS_AFTER_MS } from '../test/hang-limits.ts'
import { withBrowser } from './browser.ts'

const SCREENS = [
  { width: 390, height: 844 },
  { width: 1_280, height: 800 },
]

export interface DrawnBoard {
  /** Elements of the document, on the screen that has the most. */
  elements: number
  /** Bytes of the list of bars, which comes in pages over HTTP. */
  listBytes: number
}

/** Opens the board of a session in Chromium, and waits until it has all bars. */
export function drawBoard(origin: string, token: string, bars: number): Promise<DrawnBoard> {
  return withBrowser([], async (browser) => {
    const drawn: DrawnBoard = { elements: 0, listBytes: 0 }
    for (const viewport of SCREENS) {
      const context = await browser.newContext({
        baseURL: origin,
        viewport,
        serviceWorkers: 'block',
      })
      context.setDefaultTimeout(WAIT_HANGS_AFTER_MS)
      // Browsers treat localhost as secure, and take this for a `__Host-` cookie's address.
      const url = origin.replace('http:', 'https:')
      await context.addCookies([{ name: '__Host-admin', value: token, url, secure: true }])
      const page = await context.newPage()
      await page.goto(PAGES.monitor)
      await page
        .getByRole('navigation', { name: monitorTexts.overview })
        .getByRole('button', { name: `${inPoints(bars)} ${openBarsWord(bars)}` })
        .waitFor()
      await page.getByText(new RegExp(`^${monitorTexts.live}`)).waitFor()
      const [elements, listBytes] = await page.evaluate(measureDocument, ADMIN_API.bars)
      drawn.elements = Math.max(drawn.elements, elements)
      drawn.listBytes = listBytes
      await context.close()
    }
    return drawn
  })
}

/** Runs in the page. */
function measureDocument(listPath: string): [elements: number, listBytes: number] {
  const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const pages = asked.filter(({ name }) => new URL(name).pathname === listPath)
  const listBytes = pages.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  return [document.querySelectorAll('*').length, listBytes]
}
