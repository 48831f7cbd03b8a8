import type { Page } from '@playwright/test'
import { PAGES } from '#contract/pages.ts'
import { withDrawer } from '#scripts/build.ts'
import type { Scenes } from '#test/screens/scene.ts'

const SHEET = '/controls'
const PSEUDO_CLASSES = {
  hover: ['hover'],
  focus: ['focus', 'focus-visible'],
  pressed: ['hover', 'active'],
}

/** Forces the states that only a pointer or the keyboard gives, on all controls at once. */
async function forceStates(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('DOM.enable')
  await browser.send('CSS.enable')
  const { root } = await browser.send('DOM.getDocument')
  for (const [state, forcedPseudoClasses] of Object.entries(PSEUDO_CLASSES)) {
    const selector = ['button', 'a', 'input', 'textarea', 'select', 'label']
      .map((tag) => `[data-forced=${state}] ${tag}`)
      .join()
    const { nodeIds } = await browser.send('DOM.querySelectorAll', {
      nodeId: root.nodeId,
      selector,
    })
    for (const nodeId of nodeIds)
      await browser.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })
  }
}

/** Renders the controls of web/ui in their states. It is built for this test alone. */
const drawSheet = (): Promise<string> =>
  withDrawer('test/screens/control-sheet.tsx', (sheet: { drawSheet: () => string }) =>
    sheet.drawSheet(),
  )

/** Every control in every state, on one sheet. */
export const controls: Scenes = {
  controls: {
    isFirst: true,
    isWhole: true,
    reach: async ({ page, origin }) => {
      const html = await (await page.request.get(origin + PAGES.terms)).text()
      const styles = html.match(/<link[^>]+rel="stylesheet"[^>]*>/gu)?.join('') ?? ''
      const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Controls</title>${styles}`
      const body = `<!doctype html><html lang="pt-BR"><head>${head}</head><body>${await drawSheet()}</body></html>`
      await page.route(`**${SHEET}`, (route) => route.fulfill({ contentType: 'text/html', body }))
      await page.goto(origin + SHEET)
      await forceStates(page)
    },
  },
}
