import type { Page } from '@playwright/test'
import { PAGES } from '#contract/paths.ts'
import { drawControls } from '#test/screens/controls/draw-sheet.ts'
import type { Scenes } from '#test/screens/scene.ts'

const SHEET = '/gallery/controls'
const PSEUDO_CLASSES = {
  hover: ['hover'],
  focus: ['focus', 'focus-visible'],
  pressed: ['hover', 'active'],
}

/** Gives controls what else only a pointer or the keyboard can give them, all at once. */
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

/** Every control in every state, on one sheet. */
export const controls: Scenes = {
  controls: {
    title: 'Controls',
    isWhole: true,
    play: async ({ page, origin }) => {
      const html = await (await page.request.get(origin + PAGES.terms)).text()
      const styles = html.match(/<link[^>]+rel="stylesheet"[^>]*>/gu)?.join('') ?? ''
      const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Controls</title>${styles}`
      const body = `<!doctype html><html lang="pt-BR"><head>${head}</head><body>${await drawControls()}</body></html>`
      await page.route(`**${SHEET}`, (route) => route.fulfill({ contentType: 'text/html', body }))
      await page.goto(origin + SHEET)
      await forceStates(page)
    },
  },
}
