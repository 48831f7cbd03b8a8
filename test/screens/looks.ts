import type { Browser } from '@playwright/test'
import { toBarOf } from './bars.ts'
import type { Scene } from './scene.ts'
import { Stage } from './stage.ts'

export interface Size {
  name: string
  width: number
  height: number
}

export const SIZES = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 768, height: 1024 },
  { name: 'desktop', width: 1280, height: 800 },
] as const satisfies Size[]

/** A large screen behind a counter. */
export const WALL: Size = { name: 'wall', width: 1920, height: 1080 }

export const THEMES = ['dark', 'light'] as const

/** A stage on a page of this size, in a context that whoever asked for it closes. */
export async function setStage(
  browser: Browser,
  origin: string,
  { bar }: Pick<Scene, 'bar'>,
  { name, width, height }: Size,
  deviceScaleFactor = 1,
): Promise<Stage> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor,
    isMobile: name === 'phone',
    hasTouch: width < 1_000,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(PLAYED_WITHIN_MS)
  const stage = new Stage(page, origin, toBarOf(bar))
  await stage.prepare()
  return stage
}
const PLAYED_WITHIN_MS = 15_000
