import type { Browser, Page } from '@playwright/test'
import { expect, test } from '#test/e2e/e2e.ts'
import { IS_EVERY_SCREEN, IS_SHORT } from '#test/e2e/run-scope.ts'
import { FakeServer } from '#test/fakes/fake-server.ts'
import { toBarOf } from './bars.ts'
import {
  findCutOff,
  findLostFocus,
  findOneColoured,
  findSharedTexts,
  findViolations,
} from './find-faults.ts'
import { findMarkupFaults } from './find-markup-faults.ts'
import type { Scene } from './scene.ts'
import { SCENES } from './scenes.ts'

interface Size {
  name: string
  width: number
  height: number
}
type Theme = 'dark' | 'light'

const PHONE: Size = { name: 'phone', width: 390, height: 844 }
const TABLET: Size = { name: 'tablet', width: 768, height: 1024 }
const DESKTOP: Size = { name: 'desktop', width: 1280, height: 800 }
/** A large screen behind a counter. */
const WALL: Size = { name: 'wall', width: 1920, height: 1080 }
/** The width that 1.4.10 asks for. */
const NARROW_PX = 320

const PICTURES = '.local/screens'

/** In every run these are on a phone, with their focus, forced colours, large text and a narrow page. */
const CLOSELY = [
  'scanner',
  'form-missing',
  'list-odd',
  'own-profile',
  'chat',
  'bar-form',
  'monitor',
]

/** Scenes are in turn dark on a phone and light on a desktop, unless every screen is asked for. */
function toLooks(
  name: string,
  { isOnWall, isOfPhone }: Scene,
  index: number,
): [size: Size, themes: Theme[]][] {
  if (!IS_EVERY_SCREEN) {
    const isOnPhone = index % 2 === 0 || isOfPhone || CLOSELY.includes(name)
    return isOnPhone ? [[PHONE, ['dark']]] : [[DESKTOP, ['light']]]
  }
  const sizes = [PHONE, TABLET, DESKTOP, ...(isOnWall ? [WALL] : [])]
  return sizes.map((size) => [size, ['dark', 'light']])
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Pages of a short run, which show one scene after another: a page that is loaded again costs a third. */
const PAGES = new Map<Size, Page>()

async function openPage(browser: Browser, size: Size, { isFirst }: Scene): Promise<Page> {
  const kept = PAGES.get(size)
  if (kept && !isFirst) return kept
  const page = await (await browser.newContext()).newPage()
  // A scene may end with a form that is not sent.
  page.on('dialog', (dialog) => void dialog.accept())
  if (!IS_EVERY_SCREEN && !isFirst) PAGES.set(size, page)
  return page
}

for (const [index, [name, shown]] of Object.entries(SCENES).entries()) {
  const scene = typeof shown === 'function' ? { reach: shown } : shown
  for (const [size, themes] of toLooks(name, scene, index)) {
    test.describe(() => {
      const { width, height } = size
      test.use({
        viewport: { width, height },
        deviceScaleFactor: IS_EVERY_SCREEN && size === PHONE ? 2 : 1,
        isMobile: size === PHONE,
        hasTouch: size === PHONE || size === TABLET,
      })

      test(`R35 ${name}, ${size.name}`, async ({ browser, server }, testInfo) => {
        const page = await openPage(browser, size, scene)
        const fake = await FakeServer.start(page, server.origin, toBarOf(scene.bar))
        await scene.reach(fake)
        await fake.stopTimers()
        await page.evaluate(untilDrawn)
        for (const theme of themes) {
          await page.emulateMedia({ colorScheme: theme })
          if (!IS_SHORT) {
            const path = `${PICTURES}/${name}-${size.name}-${theme}.jpg`
            await page.screenshot({ path, fullPage: scene.isWhole ?? false })
            await testInfo.attach(`${size.name}, ${theme}`, { path, contentType: 'image/jpeg' })
          }
          expect.soft(await findViolations(page), `axe, ${theme}`).toEqual([])
        }
        await findsNothing(() => findCutOff(page), 'cut off')
        expect.soft(await findMarkupFaults(await page.content()), 'markup').toEqual([])
        expect.soft(await findSharedTexts(page), 'O10 texts that share an element').toEqual([])
        if (IS_EVERY_SCREEN || CLOSELY.includes(name)) await checkClosely(page, size)
        await fake.stop()
        if (PAGES.get(size) !== page) await page.context().close()
      })
    })
  }
}

/** A page that has drawn no frame yet cannot be captured. Its clock's frames are not the browser's; an animation's are. */
async function untilDrawn(): Promise<void> {
  await document.documentElement.animate([], 1).ready
}

async function checkClosely(page: Page, size: Size): Promise<void> {
  await setTextSize(page, '200%')
  await findsNothing(() => findCutOff(page), '1.4.4, text at 200 %')
  await setTextSize(page, '')
  expect.soft(await findOneColoured(page), 'forced colours').toEqual([])
  if (size === PHONE) {
    await page.setViewportSize({ width: NARROW_PX, height: size.height })
    await findsNothing(() => findCutOff(page), '1.4.10, 320 pixels')
    await page.evaluate(spreadLetters)
    for (const width of [NARROW_PX, 360, size.width]) {
      await page.setViewportSize({ width, height: size.height })
      await findsNothing(() => findCutOff(page), `1.4.12, a wide font, ${width} pixels`)
    }
    await page.evaluate(() => {
      document.adoptedStyleSheets = []
    })
  }
  expect.soft(await findLostFocus(page), '2.4.7, 2.4.11, the focus').toEqual([])
}

/** Rows near the viewport are drawn a moment after its size has changed. */
const findsNothing = (find: () => Promise<string[]>, what: string) =>
  expect.configure({ soft: true }).poll(find, what).toEqual([])

/** Spreads text as WCAG 1.4.12 requires, which is also the width of a wide font. */
function spreadLetters(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')
  document.adoptedStyleSheets = [sheet]
}

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
<p style="width:200vw;margin:0">wide</p><img><p><b>2</b> people</p>`)
  expect(await findViolations(page)).toContainEqual(expect.stringMatching(/^image-alt: /))
  expect(await findCutOff(page)).toEqual([
    'the page scrolls sideways',
    'out of its control: out of its button',
    'clipped at the side: cut off at the side',
    'clipped: cut off below: a text of some lines in the place of one',
  ])
  expect(await findOneColoured(page)).toEqual([expect.stringContaining('unseen')])
  expect(await findSharedTexts(page)).toEqual([' people'])
  expect(await findLostFocus(page)).toEqual([
    expect.stringMatching(/^no ring: .*ringless/),
    expect.stringMatching(/^covered: .*covered/),
  ])
})
