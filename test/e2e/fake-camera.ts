import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Luma } from '#test/fakes/luma.ts'
import { drawScene } from '#test/fakes/qr-scene.ts'
import { writeY4m } from '#test/fakes/y4m.ts'
import type { Device } from './device.ts'
import { openDevice } from './device.ts'
import { test as base, expect } from './e2e.ts'

/** A code in front of a camera of 640 × 480. */
export const film = (text: string): Luma =>
  drawScene({ text, width: 640, height: 480, codeSide: 200 })

/** Fake cameras, and a person who grants them. */
export const GRANTED_CAMERAS = [
  '--use-fake-device-for-media-stream=device-count=2',
  '--use-fake-ui-for-media-stream',
]

interface TestFixtures {
  /** Opens a device whose camera shows this picture, and is granted. Without one it has no camera. */
  camera: (picture?: Luma, expects?: RegExp[]) => Promise<Device>
}
interface WorkerFixtures {
  /** A browser that has a camera and grants it, and the file that the camera plays once it is opened. */
  filming: { browser: Browser; filmFile: string }
}

/** A fake camera is a switch of the whole browser. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  filming: [
    async ({ playwright, launchOptions }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'brinde-camera-'))
      const filmFile = join(folder, 'film.y4m')
      const file = `--use-file-for-fake-video-capture=${filmFile}`
      const args = [...(launchOptions.args ?? []), ...GRANTED_CAMERAS, file]
      const browser = await playwright.chromium.launch({ ...launchOptions, args })
      await use({ browser, filmFile })
      await browser.close()
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  camera: async ({ browser: withoutCamera, filming, server }, use) => {
    const devices: Device[] = []
    await use(async (picture, expects = []) => {
      if (picture) writeY4m(filming.filmFile, [picture])
      const browser = picture ? filming.browser : withoutCamera
      const device = await openDevice(browser, server.origin, { expects })
      devices.push(device)
      return device
    })
    for (const { context } of devices) await context.close()
    expect(devices.flatMap(({ complaints }) => complaints())).toEqual([])
  },
})

export { expect }
