import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findChromium } from './chromium.ts'
import { inRoot } from './paths.ts'

/** The maskable one runs to the edges: each system cuts its own shape out of it, Apple's too. */
const ICONS = [
  { from: 'favicon.svg', to: 'icon-192.png', px: 192 },
  { from: 'favicon.svg', to: 'icon-512.png', px: 512 },
  { from: 'icon-maskable.svg', to: 'icon-maskable-512.png', px: 512 },
  { from: 'icon-maskable.svg', to: 'apple-touch-icon.png', px: 180 },
]

/** Draws public/*.svg as the PNG files that phones want. Run it after a change of the drawings. */
export async function drawIcons(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox'],
  })
  for (const { from, to, px } of ICONS) {
    const page = await browser.newPage({ viewport: { width: px, height: px } })
    const svg = readFileSync(inRoot(`public/${from}`)).toString('base64')
    await page.setContent(
      `<style>*{margin:0}img{display:block}</style><img src="data:image/svg+xml;base64,${svg}" width="${px}" height="${px}">`,
    )
    await page.screenshot({ path: inRoot(`public/${to}`), omitBackground: true })
    await page.close()
  }
  await browser.close()
}
