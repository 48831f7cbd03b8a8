import type { Page } from '@playwright/test'
import { findCutOff } from '#test/screens/find-cut-off.ts'
import { findLostFocus } from '#test/screens/find-lost-focus.ts'
import { findOneColoured } from '#test/screens/find-one-coloured.ts'
import { findViolations } from '#test/screens/find-violations.ts'
import { SIZES, setStage, THEMES } from '#test/screens/looks.ts'
import type { Scene } from '#test/screens/scene.ts'
import { SCENES } from '#test/screens/scenes.ts'
import { expect, test } from './e2e.ts'

const isEveryScene = process.env.SCREENS === 'all'
const [PHONE, , DESK] = SIZES

/** One test each: a scene that cannot be played is a failure. */
const toPlay = (isOne: (scene: Scene, name: string) => boolean) =>
  Object.entries(SCENES).filter(([name, scene]) => isEveryScene || isOne(scene, name))

/** Where time is short a scene stands in turn on a phone at night and on a desk by day. */
const toLooks = (index: number) => {
  if (isEveryScene) return SIZES.map((size) => [size, THEMES] as const)
  return index % 2 === 0 ? [[PHONE, ['dark']] as const] : [[DESK, ['light']] as const]
}

for (const [index, [, scene]] of toPlay(({ sample = false }) => sample).entries()) {
  for (const [size, themes] of toLooks(index)) {
    test(`R35 axe finds nothing wrong: ${scene.title}, ${size.name}`, async ({
      browser,
      server,
    }) => {
      await server.start()
      const stage = await setStage(browser, server.origin, scene, size)
      await scene.play(stage)
      await stage.standStill()
      for (const colorScheme of themes) {
        await stage.page.emulateMedia({ colorScheme })
        expect(await findViolations(stage.page), colorScheme).toEqual([])
      }
      await stage.page.context().close()
    })
  }
}

/** What axe has no rule for, where each of it is likeliest to be wrong. */
const TELLING = ['form-missing', 'list-odd', 'own-profile', 'chat', 'bar-form', 'monitor']

for (const [, scene] of toPlay((_, name) => TELLING.includes(name))) {
  for (const size of isEveryScene ? SIZES : [PHONE]) {
    test(`R35 the focus is seen, large text and a narrow page are whole: ${scene.title}, ${size.name}`, async ({
      browser,
      server,
    }) => {
      await server.start()
      const stage = await setStage(browser, server.origin, scene, size)
      const { page } = stage
      await scene.play(stage)
      await stage.standStill()
      await findsNothing(() => findCutOff(page), 'as it is')
      await setTextSize(page, '200%')
      await findsNothing(() => findCutOff(page), '1.4.4, text at 200 %')
      await setTextSize(page, '')
      if (size === PHONE) {
        await page.setViewportSize({ width: 320, height: PHONE.height })
        await findsNothing(() => findCutOff(page), '1.4.10, 320 pixels')
        await page.setViewportSize(PHONE)
      }
      expect.soft(await findOneColoured(page), 'forced colours').toEqual([])
      expect.soft(await findLostFocus(page), '2.4.7, 2.4.11, the focus').toEqual([])
      await page.context().close()
    })
  }
}

/** What is near the screen is drawn a moment after the screen has changed. */
const findsNothing = (find: () => Promise<string[]>, what: string) =>
  expect.configure({ soft: true }).poll(find, what).toEqual([])

const setTextSize = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize
  }, size)

test('R35 each of these checks finds what it is for', async ({ page }) => {
  await page.setContent(`<style>:focus-visible{outline:3px solid}div{overflow:hidden;width:5rem}</style>
<a href="#1" style="outline:none">ringless</a>
<p style="position:relative"><a href="#2">covered</a><span style="position:absolute;inset:0;background:red"></span></p>
<button style="width:3rem;white-space:nowrap">out of its button</button>
<div style="white-space:nowrap">cut off at the side</div>
<div style="height:1rem">cut off below: a text of some lines in the place of one</div>
<p style="forced-color-adjust:none;color:#000;background:#000">unseen</p>
<p style="width:200vw;margin:0">wide</p>`)
  expect(await findCutOff(page)).toEqual([
    'the page scrolls sideways',
    'out of its control: out of its button',
    'clipped at the side: cut off at the side',
    'clipped: cut off below: a text of some lines in the place of one',
  ])
  expect(await findOneColoured(page)).toEqual([expect.stringContaining('unseen')])
  expect(await findLostFocus(page)).toEqual([
    expect.stringMatching(/^no ring: .*ringless/),
    expect.stringMatching(/^covered: .*covered/),
  ])
})
