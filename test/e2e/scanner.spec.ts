import type { Page } from '@playwright/test'
import { entryTexts } from '#contract/texts/entry.ts'
import { pictureTexts } from '#contract/texts/pictures.ts'
import { scannerTexts } from '#contract/texts/scanner.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { fakeDetector } from '#test/fakes/fake-detector.ts'
import { addNoise, makeLuma, makeRandom } from '#test/fakes/luma.ts'
import { drawScene } from '#test/fakes/qr-scene.ts'
import { toPng } from '#test/screens/fake-camera.ts'
import { openDevice } from './device.ts'
import { expect, film, GRANTED_CAMERAS, test } from './fake-camera.ts'
import { watchFor } from './watch-for.ts'

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

test('T36 a foreign code does not navigate, shows a message, and scanning continues', async ({
  camera,
}) => {
  const { page } = await camera(film('https://evil.example/bar/K7M2QX'))
  await openScanner(page)
  const notice = dialog(page).getByText(scannerTexts.refused)
  await expect(notice).toBeVisible()
  // The hint returns for a second, until the code is read again.
  const goesOn = await watchFor(page, { texts: [scannerTexts.hint], within: 'dialog' })
  await goesOn()
  const isSpokenOfAgain = await watchFor(page, { texts: [scannerTexts.refused], within: 'dialog' })
  await isSpokenOfAgain()
  expect(new URL(page.url()).pathname).toBe('/bar-access')
})

test('without a code the scanner says what helps, and releases the camera when nobody looks', async ({
  camera,
}) => {
  const noise = makeLuma(640, 480, 20)
  addNoise(noise, 10, makeRandom(5))
  const { page } = await camera(noise)
  await watchTracks(page)
  await openScanner(page)
  await expect(dialog(page).getByText(scannerTexts.advice.light)).toBeVisible()
  await expect(dialog(page).getByText(scannerTexts.hint)).toBeVisible()
  await expect.poll(() => countLiveTracks(page)).toBe(1)
  await hidePage(page, true)
  await expect.poll(() => countLiveTracks(page)).toBe(0)
  await hidePage(page, false)
  await expect.poll(() => countLiveTracks(page)).toBe(1)
  await dialog(page).getByRole('button', { name: sharedTexts.close }).click()
  await expect.poll(() => countLiveTracks(page)).toBe(0)
})

test('an unknown bar shows an error, and scanning continues', async ({ camera, server }) => {
  const { page } = await camera(film(`${server.origin}/bar/ZZZZZZ`), [/404/])
  await openScanner(page)
  await expect(page.getByText(entryTexts.barNotFoundHint)).toBeVisible()
  await expect(dialog(page).getByText(scannerTexts.hint)).toBeVisible()
})

test('a denied camera says so and opens by itself once it is permitted', async ({
  camera,
  bar,
  server,
}) => {
  const { page, context } = await camera(film(`${server.origin}/bar/${bar.id}`))
  await context.grantPermissions([])
  // The fake camera itself asks for no permission.
  await page.addInitScript(() => {
    const { mediaDevices, permissions } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (constraints) => {
      const { state } = await permissions.query({ name: 'camera' })
      if (state === 'denied') throw new DOMException('', 'NotAllowedError')
      return open(constraints)
    }
  })
  await openScanner(page)
  await expect(dialog(page).getByText(scannerTexts.problems.denied.title)).toBeVisible()
  await context.grantPermissions(['camera'])
  await page.waitForURL(`**/bar/${bar.id}`)
})

test('“try again” opens a camera that was in use, and success releases it', async ({
  camera,
  bar,
  server,
}) => {
  const { page } = await camera(film(`${server.origin}/bar/${bar.id}`))
  await watchTracks(page)
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
  await page.waitForURL(`**/bar/${bar.id}`)
  await expect.poll(() => countLiveTracks(page)).toBe(0)
})

test('a dismissed permission is asked again, a blank camera is noticed after 3 s, and the field is near', async ({
  camera,
}) => {
  const { page } = await camera()
  await page.addInitScript(() => {
    const { mediaDevices, permissions } = navigator
    const state = Object.assign(new EventTarget(), { state: 'prompt' })
    permissions.query = async () => state as PermissionStatus
    mediaDevices.getUserMedia = async () => {
      mediaDevices.getUserMedia = async () => document.createElement('canvas').captureStream(0)
      await new Promise((close) => setTimeout(close, 600))
      throw new DOMException('Permission dismissed', 'NotAllowedError')
    }
  })
  await page.goto('/bar-access')
  const isAsking = await watchFor(page, { texts: [scannerTexts.asking], within: 'dialog' })
  await page.getByRole('button', { name: entryTexts.scan }).click()
  await isAsking()
  await expect(dialog(page).getByText(scannerTexts.problems.dismissed.title)).toBeVisible()
  await dialog(page).getByRole('button', { name: scannerTexts.askAgain }).click()
  await expect(dialog(page).getByText(scannerTexts.problems.noPicture.title)).toBeVisible()
  await dialog(page).getByRole('button', { name: scannerTexts.typeInstead }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('textbox', { name: entryTexts.barId })).toBeFocused()
})

test('lamp, zoom and the other camera are offered where there are any, and the choice is kept', async ({
  launchOptions,
  playwright,
  server,
}) => {
  // The cameras that play a file are one.
  const args = [...(launchOptions.args ?? []), ...GRANTED_CAMERAS]
  const browser = await playwright.chromium.launch({ ...launchOptions, args })
  const { page, complaints } = await openDevice(browser, server.origin)
  await page.addInitScript(() => {
    const { prototype } = MediaStreamTrack
    const read = prototype.getCapabilities
    prototype.getCapabilities = function (this: MediaStreamTrack) {
      return Object.assign(read.call(this), {
        torch: true,
        zoom: { min: 1, max: 4 },
        focusMode: ['continuous'],
      })
    }
    prototype.applyConstraints = async (constraints) => {
      Object.assign(window, { asked: constraints?.advanced })
    }
  })
  await openScanner(page)
  const torch = dialog(page).getByRole('button', { name: scannerTexts.torch })
  await torch.click()
  await expect(torch).toHaveAttribute('aria-pressed', 'true')
  const asked = () => page.evaluate(() => (window as { asked?: unknown }).asked)
  await expect.poll(asked).toEqual([{ focusMode: 'continuous', torch: true }])
  await dialog(page).getByRole('button', { name: scannerTexts.zoom.label }).click()
  await expect.poll(asked).toEqual([{ focusMode: 'continuous', torch: true, zoom: 2 }])
  const readLabel = () =>
    dialog(page)
      .locator('video')
      .evaluate((video: HTMLVideoElement) =>
        video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks()[0]?.label : '',
      )
  const before = await readLabel()
  await dialog(page).getByRole('button', { name: scannerTexts.switchCamera }).click()
  await expect.poll(readLabel).not.toBe(before)
  await expect(torch).toHaveAttribute('aria-pressed', 'false')
  const chosen = await readLabel()
  await openScanner(page)
  await expect.poll(readLabel).toBe(chosen)
  // The rear camera breaks: the other is opened, and opened first from then on.
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    const asked: string[] = []
    Object.assign(window, { askedFor: asked })
    mediaDevices.getUserMedia = async (constraints) => {
      const wish = JSON.stringify(constraints?.video)
      asked.push(wish.includes('environment') ? 'rear' : 'other')
      if (wish.includes('environment')) throw new DOMException('', 'NotReadableError')
      return await open(constraints)
    }
  })
  await page.evaluate(() => localStorage.removeItem('scannerCameras'))
  const askedFor = () => page.evaluate(() => (window as unknown as { askedFor: string[] }).askedFor)
  await openScanner(page)
  await expect.poll(askedFor).toEqual(['rear', 'other'])
  await expect(torch).toBeVisible()
  await openScanner(page)
  await expect.poll(askedFor).toEqual(['other'])
  expect(complaints()).toEqual([])
  await browser.close()
})

/** Chooses a photo of a code instead of the camera. */
async function choosePhoto(page: Page, buffer: Buffer): Promise<void> {
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: scannerTexts.choosePhoto }).click()
  await (await chosen).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer })
}

test('photos are read while the camera runs: one without a code changes nothing, a table’s leads there', async ({
  camera,
  bar,
  server,
}) => {
  const { page } = await camera(makeLuma(640, 480, 90))
  await openScanner(page)
  await expect(page.getByText(scannerTexts.hint)).toBeVisible()
  await choosePhoto(page, toPng(makeLuma(400, 300, 128)))
  await expect(page.getByText('No barcode or QR code detected.')).toBeVisible()
  await expect(page.getByText(scannerTexts.nothingInPhotoHint)).toBeVisible()
  const photo = drawScene({
    text: `${server.origin}/bar/${bar.id}/table/7`,
    width: 1_600,
    height: 1_200,
    codeSide: 240,
    centre: { x: 500, y: 400 },
    turnDegrees: 20,
    isInverted: true,
  })
  await choosePhoto(page, toPng(photo))
  await page.waitForURL(`**/bar/${bar.id}/table/7`)
})

/** The connection fails before the readers of codes are loaded. */
async function breakReaders(page: Page): Promise<void> {
  for (const name of ['jsqr', 'zxing']) {
    await page.route(`**/assets/${name}-worker-*.js`, (route) => route.abort())
  }
}

test('O13 a photo that no reader could look at is not called empty, and is read once one loads', async ({
  camera,
  bar,
  server,
}) => {
  const { page } = await camera(makeLuma(640, 480, 90), [/ERR_FAILED/])
  await breakReaders(page)
  await openScanner(page)
  const { title } = scannerTexts.problems.unloaded
  await expect(dialog(page).getByRole('alert').getByText(title)).toBeVisible()
  const photo = toPng(film(`${server.origin}/bar/${bar.id}/table/7`))
  await choosePhoto(page, photo)
  await expect(dialog(page).getByRole('status').getByText(title)).toBeVisible()
  await page.unrouteAll()
  await choosePhoto(page, photo)
  await page.waitForURL(`**/bar/${bar.id}/table/7`)
})

test('O13 the platform’s detector reads a photo where the other readers do not load', async ({
  camera,
  bar,
}) => {
  const { page } = await camera(makeLuma(640, 480, 90), [/ERR_FAILED/])
  const install = (rawValue: string) => {
    class BarcodeDetector {
      static getSupportedFormats = async () => ['qr_code']
      // The camera's frames are grey, and the photo is white.
      detect = async ({ data: [level = 0] }: ImageData) =>
        level > 250 ? [{ rawValue, format: 'qr_code' }] : []
    }
    Object.assign(globalThis, { BarcodeDetector })
  }
  await fakeDetector(page, install, bar.id)
  await breakReaders(page)
  await openScanner(page)
  await expect(page.getByText(scannerTexts.hint)).toBeVisible()
  await choosePhoto(page, toPng(makeLuma(400, 300, 255)))
  await page.waitForURL(`**/bar/${bar.id}`)
})

const HEIC = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0')
const UNREAD: [what: string, photo: (whole: Buffer) => Buffer, sentence: string][] = [
  ['no picture', () => Buffer.from('no picture at all'), pictureTexts.unreadable],
  ['an empty file', () => Buffer.alloc(0), pictureTexts.unreadable],
  ['a HEIC', () => HEIC, pictureTexts.heic],
  ['half a picture', (whole) => whole.subarray(0, whole.length / 2), pictureTexts.cutOff],
]

test('O13 the scanner says of a photo that it cannot open what the profile’s form says', async ({
  camera,
}) => {
  const { page } = await camera(makeLuma(640, 480, 90))
  await openScanner(page)
  await expect(page.getByText(scannerTexts.hint)).toBeVisible()
  for (const [what, photo, sentence] of UNREAD) {
    await choosePhoto(page, photo(toPng(makeLuma(400, 300, 128))))
    await expect(page.getByText(sentence), what).toBeVisible()
  }
})

for (const ink of ['black', 'white']) {
  test(`O12 a code in ${ink} on transparent is read from a photo`, async ({
    camera,
    bar,
    server,
  }) => {
    const { page } = await camera(makeLuma(640, 480, 90))
    const text = `${server.origin}/bar/${bar.id}/table/7`
    const dark = drawScene({ text, width: 600, height: 600, codeSide: 400 })
    await openScanner(page)
    await expect(page.getByText(scannerTexts.hint)).toBeVisible()
    await choosePhoto(page, await toStencil(page, toPng(dark), ink))
    await page.waitForURL(`**/bar/${bar.id}/table/7`)
  })
}

/** Keeps the dark pixels, in one colour. */
async function toStencil(page: Page, png: Buffer, ink: string): Promise<Buffer> {
  const drawn = await page.evaluate(
    async ([base64, colour]) => {
      const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
      const picture = await createImageBitmap(new Blob([bytes]))
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: picture.width, height: picture.height })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('The page has no canvas.')
      context.drawImage(picture, 0, 0)
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      context.clearRect(0, 0, canvas.width, canvas.height)
      context.fillStyle = colour
      for (let at = 0; at < data.length; at += 4) {
        const pixel = at / 4
        if ((data[at] ?? 255) < 128)
          context.fillRect(pixel % canvas.width, Math.floor(pixel / canvas.width), 1, 1)
      }
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    },
    [png.toString('base64'), ink] as const,
  )
  return Buffer.from(drawn, 'base64')
}

interface Detector {
  /** The camera shows the bar's code. */
  isShown: boolean
  /** Run in the page: installs the platform's detector. */
  install: (rawValue: string) => void
  isUsed: boolean
}
const DETECTORS: Record<string, Detector> = {
  'is used where it reads QR codes': {
    isShown: false,
    install: (rawValue) => {
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
    },
    isUsed: true,
  },
  'is replaced where it fails': {
    isShown: true,
    install: () => {
      class BarcodeDetector {
        static getSupportedFormats = async () => ['qr_code']
        detect = () => Promise.reject(new DOMException('', 'NotSupportedError'))
      }
      Object.assign(globalThis, { BarcodeDetector })
    },
    isUsed: true,
  },
  'is passed over where it reads no QR codes': {
    isShown: true,
    install: () => {
      const BarcodeDetector = { getSupportedFormats: async () => [] }
      Object.assign(globalThis, { BarcodeDetector })
    },
    isUsed: false,
  },
}

for (const [claim, { isShown, install, isUsed }] of Object.entries(DETECTORS)) {
  test(`the platform’s own detector ${claim}`, async ({ camera, bar }) => {
    const { page } = await camera(isShown ? film(bar.id) : makeLuma(640, 480, 90))
    await fakeDetector(page, install, bar.id)
    const workers = listWorkers(page)
    await openScanner(page)
    await page.waitForURL(`**/bar/${bar.id}`)
    if (isUsed) expect(workers[0]).toContain('native-worker')
  })
}

test('the platform’s detector opens once, sees each size upright and inverted, and gets help after 1 s', async ({
  camera,
}) => {
  const { page } = await camera(makeLuma(640, 480, 90))
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
  const read = () =>
    page
      .workers()
      .find((worker) => worker.url().includes('native-worker'))
      ?.evaluate(() => {
        const { seen } = globalThis as unknown as { seen: Set<string> }
        return [...seen].sort()
      })
  await expect.poll(read).toEqual(all)
  await hidePage(page, true)
  await expect(video).toHaveJSProperty('srcObject', null)
  await hidePage(page, false)
  await expect(video).not.toHaveJSProperty('srcObject', null)
  const toName = (address: string) => /(\w+)-worker/.exec(address)?.[1]
  await expect.poll(() => workers.map(toName).sort()).toEqual(['jsqr', 'native', 'zxing'])
})
