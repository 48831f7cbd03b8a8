import { findViolations } from '#gallery/find-violations.ts'
import { SCENES } from '#gallery/scenes.ts'
import { Stage } from '#gallery/stage.ts'
import { expect, test } from '#test/support/e2e.ts'

const SAMPLES = Object.values(SCENES).filter(({ sample }) => sample)
const LOOKS = [
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
] as const

// The gallery holds every scene in every size and both themes against the same rules; these stand
// for them, in turn on a phone at night and on a desk by day.
for (const [index, { title, play }] of SAMPLES.entries()) {
  test(`R35 axe finds nothing wrong: ${title}`, async ({ browser, server, bar }) => {
    await server.start()
    const context = await browser.newContext({
      ...LOOKS[index % LOOKS.length],
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      locale: 'pt-BR',
    })
    const page = await context.newPage()
    const stage = new Stage(page, server.origin, bar)
    await stage.prepare()
    await play(stage)
    expect(await findViolations(page)).toEqual([])
    await context.close()
  })
}
