import { mkdirSync, writeFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { chromium } from '@playwright/test'
import { toInsertBars } from '#scripts/bar-rows.ts'
import { buildApp } from '#scripts/build-app.ts'
import { findChromium, NO_CHROMIUM } from '#scripts/find-chromium.ts'
import { migrateLocalDatabase, runLocalSql } from '#scripts/local-database.ts'
import { inRoot } from '#scripts/paths.ts'
import { Refusal, runScript } from '#scripts/refusal.ts'
import { startServer } from '#scripts/serve.ts'
import type { Picture } from './album.ts'
import { toAlbum } from './album.ts'
import { BARS, toBarOf } from './bars.ts'
import { findViolations } from './find-violations.ts'
import type { Scene } from './scenes.ts'
import { SCENES } from './scenes.ts'
import { Stage } from './stage.ts'

const OUT_DIR = inRoot('.local/gallery')
const STATE_DIR = inRoot('.local/gallery-state')
const SIZES = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 768, height: 1024 },
  { name: 'desktop', width: 1280, height: 800 },
  { name: 'wall', width: 1920, height: 1080 },
]
const THEMES = ['dark', 'light'] as const

/** The whole gallery, or the scenes and sizes whose names are given: `npm run gallery -- chat phone`. */
const asked = process.argv.slice(2)
const isAsked = (name: string, among: readonly string[]): boolean => {
  const ofThisKind = asked.filter((one) => among.some((other) => other.startsWith(one)))
  return ofThisKind.length === 0 || ofThisKind.some((one) => name.startsWith(one))
}

await runScript(async () => {
  const executablePath = findChromium(chromium.executablePath())
  if (executablePath === undefined) throw new Refusal(NO_CHROMIUM)
  await buildApp()
  await migrateLocalDatabase(STATE_DIR)
  await runLocalSql(STATE_DIR, toInsertBars(BARS, 'http://localhost'))
  mkdirSync(OUT_DIR, { recursive: true })
  const server = await startServer({ stateDir: STATE_DIR })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const pictures: Picture[] = []
    const names = Object.keys(SCENES)
    for (const [name, scene] of Object.entries(SCENES).filter(([one]) => isAsked(one, names))) {
      const sizes = SIZES.filter((one) => one.name !== 'wall' || scene.isOnWall)
      for (const size of sizes.filter((one) =>
        isAsked(
          one.name,
          SIZES.map((other) => other.name),
        ),
      )) {
        pictures.push(...(await photograph(browser, server.origin, name, scene, size)))
      }
      process.stdout.write(`${name}\n`)
    }
    writeFileSync(`${OUT_DIR}/index.html`, toAlbum(pictures))
    report(pictures)
  } finally {
    await browser.close()
    await server.stop()
  }
})

async function photograph(
  browser: Browser,
  origin: string,
  name: string,
  scene: Scene,
  size: (typeof SIZES)[number],
): Promise<Picture[]> {
  const context = await browser.newContext({
    viewport: { width: size.width, height: size.height },
    deviceScaleFactor: size.name === 'phone' ? 2 : 1,
    isMobile: size.name === 'phone',
    hasTouch: size.width < 1_000,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(8_000)
  const stage = new Stage(page, origin, toBarOf(scene.bar))
  await stage.prepare()
  const failed = await scene.play(stage).then(
    () => [],
    (error: Error) => [`the scene does not play: ${error.message.split('\n')[0]}`],
  )
  // Pictures and lazy parts; a request that a scene leaves unanswered never ends.
  await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => undefined)
  const taken: Picture[] = []
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    const file = `${name}-${size.name}-${theme}.png`
    await page.screenshot({ path: `${OUT_DIR}/${file}` })
    const violations = [...failed, ...(await findViolations(page))]
    taken.push({ scene: name, title: scene.title, size: size.name, theme, file, violations })
  }
  await context.close()
  return taken
}

function report(pictures: readonly Picture[]): void {
  const bad = pictures.filter(({ violations }) => violations.length > 0)
  for (const { file, violations } of bad)
    process.stdout.write(`${file}\n  ${violations.join('\n  ')}\n`)
  process.stdout.write(
    `${pictures.length} pictures, ${bad.length} with violations of WCAG 2.2 AA: ${OUT_DIR}/index.html\n`,
  )
  if (bad.length > 0) process.exitCode = 1
}
