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
  /** Another address of the same server. */
  toOrigin?: (origin: string) => string
  expects?: RegExp[]
}

/** A code in front of a camera of 640 × 480. */
export const film = (text: string, ...scenes: Partial<QrScene>[]): Luma[] =>
  (scenes.length > 0 ? scenes : [{}]).map((scene) =>
    drawScene({ text, width: 640, height: 480, codeSide: 200, ...scene }),
  )

/** Launches browsers, because the fake camera is a switch of the whole browser. */
export const test = base.extend<{ camera: (options?: CameraOptions) => Promise<Device> }>({
  camera: async (
    {
      playwright,
      launchOptions,
      server,
      contextOptions,
      viewport,
      isMobile,
      hasTouch,
      serviceWorkers,
    },
    use,
    info,
  ) => {
    await server.start()
    const devices: Device[] = []
    await use(async ({ film: frames, isGranted = true, toOrigin, ...options } = {}) => {
      const args = [...(launchOptions.args ?? []), ...(options.args ?? [])]
      if (frames) {
        const path = info.outputPath(`camera-${devices.length}.y4m`)
        writeY4m(path, frames)
        args.push('--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${path}`)
      }
      if (isGranted) args.push('--use-fake-ui-for-media-stream')
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        args,
        // Only the whole browser can deny.
        ...(!isGranted && { executablePath: findChromium() }),
      })
      const origin = toOrigin?.(server.origin) ?? server.origin
      const screen = { viewport, isMobile, hasTouch }
      const context = { ...contextOptions, ...screen, serviceWorkers, locale: 'pt-BR' }
      const device = await openDevice(browser, origin, {
        context,
        ...(options.expects && { expects: options.expects }),
      })
      devices.push(device)
      return device
    })
    for (const { context } of devices) {
      const browser = context.browser()
      await context.close()
      await browser?.close()
    }
    expect(devices.flatMap(({ complaints }) => complaints())).toEqual([])
  },
})

export { expect }
