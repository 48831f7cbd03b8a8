import { findViolations } from '#gallery/find-violations.ts'
import { SCENES } from '#gallery/scenes.ts'
import { Stage } from '#gallery/stage.ts'
import { expect, test } from '#test/support/e2e.ts'

const SAMPLES = Object.values(SCENES).filter(({ sample }) => sample)

// The gallery holds every scene in every size and both themes against the same rules; these stand
// for them, dark on the phone and light on the desktop.
for (const { title, play } of SAMPLES) {
  test(`R35 axe finds nothing wrong: ${title}`, async ({ browser, server, bar, viewport }) => {
    const isPhone = (viewport?.width ?? 0) < 600
    await server.start()
    const context = await browser.newContext({
      ...(viewport && { viewport }),
      colorScheme: isPhone ? 'dark' : 'light',
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
