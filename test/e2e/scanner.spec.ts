import type { Page } from '@playwright/test'
import { entryTexts } from '#contract/texts/entry.ts'
import { scannerTexts } from '#contract/texts/scanner.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { fakeDetector } from '#test/fakes/fake-detector.ts'
import { addNoise, makeLuma, makeRandom } from '#test/fakes/luma.ts'
import type { QrScene } from '#test/fakes/qr-scene.ts'
import { expect, film, test } from './fake-camera.ts'
import { watchFor } from './watch-for.ts'

/** Long, because a shared machine shows the page a few pictures a second. */
const READ_WITHIN_MS = 40_000

const dialog = (page: Page) => page.getByRole('dialog', { name: scannerTexts.title })

async function openScanner(page: Page): Promise<void> {
  await page.goto('/bar-access')
  await page.getByRole('button', { name: entryTexts.scan }).click()
  await expect(dialog(page)).toBeVisible()
}

/** Tracks of cameras that the page has opened and not stopped. */
const countLiveTracks = (page: Page) =>
  page.evaluate(() => {
    const { tracks } = window as unknown as { tracks: MediaStreamTrack[] }
    return tracks.filter(({ readyState }) => readyState === 'live').length
  })

const hidePage = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

async function watchTracks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = []
    Object.assign(window, { tracks })
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
}

/** Addresses of the workers that the page starts. */
function listWorkers(page: Page): string[] {
  const addresses: string[] = []
  page.on('worker', (worker) => addresses.push(worker.url()))
  return addresses
}

const MOVES = [0, 1, 2, 3, 4, 5, 6, 7]
const SCENES: [claim: string, scenes: Partial<QrScene>[]][] = [
  ['lies still', [{}]],
  ['is small', [{ codeSide: 92 }]],
  ['is turned and seen from the side', [{ turnDegrees: 33, tiltDegrees: 40 }]],
  ['lies in the dark', [1, 2, 3].map((seed) => ({ contrast: 34, light: 26, noise: 8, seed }))],
  [
    'moves',
    MOVES.map((at) => ({
      centre: { x: 270 + at * 14, y: 250 - at * 5 },
      turnDegrees: at * 4,
      smearPx: 5,
    })),
  ],
  ['is light on dark', [{ isInverted: true }]],
  ['is worn', [{ damage: 0.04, blurPx: 1, noise: 12, contrast: 130 }]],
]

for (const [claim, scenes] of SCENES) {
  test(`a code that ${claim} leads to its table`, async ({ camera, bar, server }) => {
    const { page } = await camera({
      film: film(`${server.origin}/bar/${bar.id}/table/12`, ...scenes),
    })
    await openScanner(page)
    await page.waitForURL(`**/bar/${bar.id}/table/12`, { timeout: READ_WITHIN_MS })
  })
}

test('a bar’s bare ID leads to the bar', async ({ camera, bar }) => {
  const { page } = await camera({ film: film(bar.id) })
  await openScanner(page)
  await page.waitForURL(`**/bar/${bar.id}`, { timeout: READ_WITHIN_MS })
})

test('T36 a foreign code does not navigate, shows a message, and scanning continues', async ({
  camera,
}) => {
  const { page } = await camera({ film: film('https://evil.example/bar/K7M2QX') })
  await openScanner(page)
  const notice = dialog(page).getByText(scannerTexts.refused)
  await expect(notice).toBeVisible({ timeout: READ_WITHIN_MS })
  // The hint is in its place for a second, until the code is read again.
  const goesOn = await watchFor(page, { texts: [scannerTexts.hint], within: 'dialog' })
  await goesOn()
  const isSpokenOfAgain = await watchFor(page, { texts: [scannerTexts.refused], within: 'dialog' })
  await isSpokenOfAgain()
  expect(new URL(page.url()).pathname).toBe('/bar-access')
})

test('without a code the scanner waits with its hint', async ({ camera }) => {
  const noise = makeLuma(640, 480, 90)
  addNoise(noise, 40, makeRandom(5))
  const { page } = await camera({ film: [noise] })
  await openScanner(page)
  await expect(dialog(page).getByText(scannerTexts.hint)).toBeVisible()
  const video = dialog(page).locator('video')
  await expect(video).toHaveJSProperty('paused', false)
  const secondsSeen = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  await expect.poll(secondsSeen).toBeGreaterThan(2)
  await expect(dialog(page).getByText(scannerTexts.hint)).toBeVisible()
})

test('an unknown bar shows an error, and scanning continues', async ({ camera, server }) => {
  const { page } = await camera({
    film: film(`${server.origin}/bar/ZZZZZZ`),
    expects: [/404/],
  })
  await openScanner(page)
  await expect(page.getByText(entryTexts.barNotFoundHint)).toBeVisible({ timeout: READ_WITHIN_MS })
  await expect(dialog(page).getByText(scannerTexts.hint)).toBeVisible()
})

test('the camera is released on closing, on hiding the page and on success', async ({
  camera,
  bar,
  server,
}) => {
  const { page } = await camera({ film: [makeLuma(640, 480, 90)] })
  await watchTracks(page)
  await openScanner(page)
  await expect.poll(() => countLiveTracks(page)).toBe(1)
  await hidePage(page, true)
  await expect.poll(() => countLiveTracks(page)).toBe(0)
  await hidePage(page, false)
  await expect.poll(() => countLiveTracks(page)).toBe(1)
  await dialog(page).getByRole('button', { name: sharedTexts.close }).click()
  await expect.poll(() => countLiveTracks(page)).toBe(0)

  const device = await camera({ film: film(`${server.origin}/bar/${bar.id}`) })
  await watchTracks(device.page)
  await openScanner(device.page)
  await device.page.waitForURL(`**/bar/${bar.id}`, { timeout: READ_WITHIN_MS })
  await expect.poll(() => countLiveTracks(device.page)).toBe(0)
})

test('a device without a camera says so and leads to the field', async ({ camera }) => {
  const { page } = await camera()
  await openScanner(page)
  await expect(dialog(page).getByText(scannerTexts.problems.missing.title)).toBeVisible()
  await dialog(page).getByRole('button', { name: scannerTexts.typeInstead }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('textbox', { name: entryTexts.barId })).toBeFocused()
})

test('a denied camera says so and opens by itself once it is permitted', async ({
  camera,
  bar,
  server,
}) => {
  const { page, context } = await camera({
    film: film(`${server.origin}/bar/${bar.id}`),
    isGranted: false,
  })
  await openScanner(page)
  await expect(dialog(page).getByText(scannerTexts.problems.denied.title)).toBeVisible()
  await context.grantPermissions(['camera'])
  await page.waitForURL(`**/bar/${bar.id}`, { timeout: READ_WITHIN_MS })
})

test('“try again” opens a camera that was in use', async ({ camera, bar, server }) => {
  const { page } = await camera({ film: film(`${server.origin}/bar/${bar.id}`) })
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = () => {
      mediaDevices.getUserMedia = open
      return Promise.reject(new DOMException('', 'NotReadableError'))
    }
  })
  await openScanner(page)
  await expect(dialog(page).getByText(scannerTexts.problems.busy.title)).toBeVisible()
  await dialog(page).getByRole('button', { name: scannerTexts.tryAgain }).click()
  await page.waitForURL(`**/bar/${bar.id}`, { timeout: READ_WITHIN_MS })
})

test('a camera that shows nothing is noticed after 3 s', async ({ camera }) => {
  const { page } = await camera()
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () =>
      document.createElement('canvas').captureStream(0)
  })
  await page.goto('/bar-access')
  const isOpening = await watchFor(page, { texts: [scannerTexts.opening], within: 'dialog' })
  await page.getByRole('button', { name: entryTexts.scan }).click()
  await isOpening()
  await expect(dialog(page).getByText(scannerTexts.problems.noPicture.title)).toBeVisible()
})

test('without a secure connection the scanner says so', async ({ camera }) => {
  const { page } = await camera({
    args: ['--host-resolver-rules=MAP 192.0.2.7 127.0.0.1'],
    toOrigin: (origin) => origin.replace('localhost', '192.0.2.7'),
    expects: [/Cross-Origin-Opener-Policy|untrustworthy/],
  })
  await openScanner(page)
  await expect(dialog(page).getByText(scannerTexts.problems.insecure.title)).toBeVisible()
})

test('the lamp and the other camera are offered where there are any', async ({ camera }) => {
  const { page } = await camera({
    args: ['--use-fake-device-for-media-stream=device-count=2'],
  })
  await page.addInitScript(() => {
    const { prototype } = MediaStreamTrack
    const read = prototype.getCapabilities
    prototype.getCapabilities = function (this: MediaStreamTrack) {
      return Object.assign(read.call(this), { torch: true })
    }
    prototype.applyConstraints = async (constraints) => {
      Object.assign(window, { asked: constraints?.advanced })
    }
  })
  await openScanner(page)
  const torch = dialog(page).getByRole('button', { name: scannerTexts.torch })
  await torch.click()
  await expect(torch).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(() => page.evaluate(() => (window as { asked?: unknown }).asked))
    .toEqual([{ torch: true }])
  const readId = () =>
    dialog(page)
      .locator('video')
      .evaluate((video: HTMLVideoElement) =>
        video.srcObject instanceof MediaStream
          ? video.srcObject.getVideoTracks()[0]?.getSettings().deviceId
          : '',
      )
  const before = await readId()
  await dialog(page).getByRole('button', { name: scannerTexts.switchCamera }).click()
  await expect.poll(readId).not.toBe(before)
  await expect(torch).toHaveAttribute('aria-pressed', 'false')
})

test('the platform’s own detector is used where it reads QR codes', async ({ camera, bar }) => {
  const { page } = await camera({ film: [makeLuma(640, 480, 90)] })
  const install = (rawValue: string) => {
    class BarcodeDetector {
      static getSupportedFormats = async () => ['qr_code', 'ean_13', 'unknown']
      formats: string[]
      constructor({ formats }: { formats: string[] }) {
        this.formats = formats
      }
      async detect() {
        return this.formats.join() === 'qr_code,ean_13' ? [{ rawValue, format: 'qr_code' }] : []
      }
    }
    Object.assign(globalThis, { BarcodeDetector })
  }
  await fakeDetector(page, install, bar.id)
  const workers = listWorkers(page)
  await openScanner(page)
  await page.waitForURL(`**/bar/${bar.id}`, { timeout: READ_WITHIN_MS })
  expect(workers).toEqual([expect.stringContaining('native-worker')])
})

test('the platform’s detector is opened once and sees every size upright and inverted', async ({
  camera,
}) => {
  const { page } = await camera({ film: [makeLuma(640, 480, 90)] })
  const install = () => {
    const seen = new Set<string>()
    class BarcodeDetector {
      static getSupportedFormats = async () => ['qr_code']
      async detect({ width, data: [level = 0] }: ImageData) {
        seen.add(`${width} ${level > 128 ? 'inverted' : 'upright'}`)
        return []
      }
    }
    Object.assign(globalThis, { BarcodeDetector, seen })
  }
  await fakeDetector(page, install)
  const workers = listWorkers(page)
  await openScanner(page)
  const video = dialog(page).locator('video')
  const boxPx = await video.evaluate(({ clientWidth }) => Math.round((480 * 250) / clientWidth))
  const all = [172, 260, boxPx].flatMap((size) => [`${size} inverted`, `${size} upright`])
  const read = async () =>
    await page.workers()[0]?.evaluate(() => {
      const { seen } = globalThis as unknown as { seen: Set<string> }
      return [...seen].sort()
    })
  await expect.poll(read).toEqual(all)
  await hidePage(page, true)
  await expect(video).toHaveJSProperty('srcObject', null)
  await page.workers()[0]?.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: Set<string> }
    seen.clear()
  })
  await hidePage(page, false)
  await expect.poll(read).toEqual(all)
  expect(workers).toHaveLength(1)
})

test('a platform’s detector that fails is replaced', async ({ camera, bar }) => {
  const { page } = await camera({ film: film(bar.id) })
  const install = () => {
    class BarcodeDetector {
      static getSupportedFormats = async () => ['qr_code']
      detect = () => Promise.reject(new DOMException('', 'NotSupportedError'))
    }
    Object.assign(globalThis, { BarcodeDetector })
  }
  await fakeDetector(page, install)
  const workers = listWorkers(page)
  await openScanner(page)
  await page.waitForURL(`**/bar/${bar.id}`, { timeout: READ_WITHIN_MS })
  expect(workers[0]).toContain('native-worker')
})

test('a platform’s detector that reads no QR codes is passed over', async ({ camera, bar }) => {
  const { page } = await camera({ film: film(bar.id) })
  const install = () => {
    const BarcodeDetector = { getSupportedFormats: async () => [] }
    Object.assign(globalThis, { BarcodeDetector })
  }
  await fakeDetector(page, install)
  await openScanner(page)
  await page.waitForURL(`**/bar/${bar.id}`, { timeout: READ_WITHIN_MS })
})
