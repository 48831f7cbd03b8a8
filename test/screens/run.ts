import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Browser } from '@playwright/test'
import { chromium } from '@playwright/test'
import { toInsertBars } from '#scripts/bar-rows.ts'
import { buildApp } from '#scripts/build.ts'
import { findChromium } from '#scripts/chromium.ts'
import { migrateLocalDatabase, runLocalSql } from '#scripts/database.ts'
import { startServer } from '#scripts/local-server.ts'
import { inRoot } from '#scripts/paths.ts'
import { runScript } from '#scripts/user-error.ts'
import { BROWSER_SWITCHES } from '#test/e2e/browser-switches.ts'
import type { Picture } from './album.ts'
import { toAlbum } from './album.ts'
import { BARS } from './bars.ts'
import { findViolations } from './find-violations.ts'
import type { Size } from './looks.ts'
import { SIZES, setStage, THEMES, WALL } from './looks.ts'
import type { Scene } from './scene.ts'
import { SCENES } from './scenes.ts'

const OUT_DIR = inRoot('.local/gallery')
const STATE_DIR = inRoot('.local/gallery-state')
/** On a phone a picture is as sharp as there. */
const SHARPNESS: Record<string, number> = { phone: 2 }

const SIZE_NAMES = [...SIZES, WALL].map(({ name }) => name)

/** One more than there are cores: much of a scene is waiting. */
const PHOTOGRAPHERS = availableParallelism() + 1

/** The whole gallery, or the scenes and sizes whose names are given: `npm run gallery -- chat phone`. */
const asked = process.argv.slice(2)
const isAsked = (name: string, among: readonly string[]): boolean => {
  const ofThisKind = asked.filter((one) => among.some((other) => other.startsWith(one)))
  return ofThisKind.length === 0 || ofThisKind.some((one) => name.startsWith(one))
}

await runScript(async () => {
  const executablePath = findChromium()
  await buildApp()
  await migrateLocalDatabase(STATE_DIR)
  await runLocalSql(STATE_DIR, toInsertBars(BARS, 'http://localhost'))
  mkdirSync(OUT_DIR, { recursive: true })
  const server = await startServer({ stateDir: STATE_DIR })
  const browser = await chromium.launch({ executablePath, args: BROWSER_SWITCHES })
  try {
    const names = Object.keys(SCENES)
    const jobs = Object.entries(SCENES)
      .filter(([name]) => isAsked(name, names))
      .flatMap(([name, scene]) =>
        [...SIZES, ...(scene.isOnWall ? [WALL] : [])]
          .filter((size) => isAsked(size.name, SIZE_NAMES))
          .map((size) => ({ name, scene, size })),
      )
    const taken: Picture[][] = []
    const waiting = jobs.entries()
    await Promise.all(
      Array.from({ length: PHOTOGRAPHERS }, async () => {
        for (const [index, job] of waiting) {
          const pictures = await photograph(browser, server.origin, job)
          taken[index] = pictures
          for (const picture of pictures) process.stdout.write(toLines(picture))
        }
      }),
    )
    const pictures = taken.flat()
    writeFileSync(`${OUT_DIR}/index.html`, toAlbum(pictures))
    report(pictures)
  } finally {
    await browser.close()
    await server.stop()
  }
})

interface Job {
  name: string
  scene: Scene
  size: Size
}

async function photograph(
  browser: Browser,
  origin: string,
  { name, scene, size }: Job,
): Promise<Picture[]> {
  const stage = await setStage(browser, origin, scene, size, SHARPNESS[size.name])
  const { page } = stage
  const failed = await scene.play(stage).then(
    () => [],
    (error: Error) => [`the scene does not play: ${error.message.split('\n')[0]}`],
  )
  // Pictures and lazy parts; a request that a scene leaves unanswered never ends.
  await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => undefined)
  await stage.standStill()
  const taken: Picture[] = []
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    const file = `${name}-${size.name}-${theme}.png`
    await page.screenshot({ path: `${OUT_DIR}/${file}`, fullPage: scene.isWhole ?? false })
    const violations = [...failed, ...(await findViolations(page))]
    taken.push({ scene: name, title: scene.title, size: size.name, theme, file, violations })
  }
  await page.context().close()
  return taken
}

function toLines({ file, violations }: Picture): string {
  return [file, ...violations.map((line) => `  ${line}`), ''].join('\n')
}

function report(pictures: readonly Picture[]): void {
  const bad = pictures.filter(({ violations }) => violations.length > 0)
  process.stdout.write(bad.map(toLines).join(''))
  process.stdout.write(
    `${pictures.length} pictures, ${bad.length} with something wrong: ${OUT_DIR}/index.html\n`,
  )
  if (bad.length > 0) process.exitCode = 1
}
