import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { findChromium } from '#scripts/chromium.ts'
import type { Luma } from '#test/fakes/luma.ts'
import type { QrScene } from '#test/fakes/qr-scene.ts'
import { drawScene } from '#test/fakes/qr-scene.ts'
import { writeY4m } from '#test/fakes/y4m.ts'
import type { Device } from './device.ts'
import { openDevice } from './device.ts'
import { test as base, expect } from './e2e.ts'

export interface CameraOptions {
  /** The camera's pictures. Without them the device has no camera. */
  film?: readonly Luma[]
  /** Whether camera access is granted. Otherwise the browser denies it. */
  isGranted?: boolean
  /** More switches of the browser. */
  args?: string[]
  expects?: RegExp[]
}

/** A code in front of a camera of 640 × 480. */
export const film = (text: string, ...scenes: Partial<QrScene>[]): Luma[] =>
  (scenes.length > 0 ? scenes : [{}]).map((scene) =>
    drawScene({ text, width: 640, height: 480, codeSide: 200, ...scene }),
  )

interface WorkerFixtures {
  /** A browser that has a camera and grants it, and the file that cameras play once they are opened. */
  filming: { browser: Browser; filmFile: string }
}

const toSwitches = (filmFile: string) => [
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${filmFile}`,
]
const GRANTED = '--use-fake-ui-for-media-stream'

/** The fake camera is a switch of the whole browser: what differs from \`filming\` launches one of its own. */
export const test = base.extend<
  { camera: (options?: CameraOptions) => Promise<Device> },
  WorkerFixtures
>({
  filming: [
    async ({ playwright, launchOptions }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'brinde-camera-'))
      const filmFile = join(folder, 'film.y4m')
      const args = [...(launchOptions.args ?? []), ...toSwitches(filmFile), GRANTED]
      const browser = await playwright.chromium.launch({ ...launchOptions, args })
      await use({ browser, filmFile })
      await browser.close()
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  camera: async ({ playwright, launchOptions, browser: withoutCamera, filming, server }, use) => {
    const { filmFile } = filming
    const devices: Device[] = []
    const launched: Browser[] = []
    const launch = async ({ film: frames, isGranted = true, args = [] }: CameraOptions) => {
      const camera = frames ? toSwitches(filmFile) : []
      const granted = isGranted ? [GRANTED] : []
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), ...camera, ...granted, ...args],
        // Only the whole browser can deny.
        ...(!isGranted && { executablePath: findChromium() }),
      })
      launched.push(browser)
      return browser
    }
    await use(async (options = {}) => {
      const { film: frames, isGranted = true, args, expects } = options
      if (frames) writeY4m(filmFile, frames)
      const ready = frames ? filming.browser : withoutCamera
      const browser = args || !isGranted ? await launch(options) : ready
      const device = await openDevice(browser, server.origin, expects && { expects })
      devices.push(device)
      return device
    })
    for (const { context } of devices) await context.close()
    for (const browser of launched) await browser.close()
    expect(devices.flatMap(({ complaints }) => complaints())).toEqual([])
  },
})

export { expect }
