import type { Page } from '@playwright/test'
import { scanGrayBuffer } from '@undecaf/zbar-wasm'
import { fakeDetector } from '../test/fakes/fake-detector.ts'
import { cropLuma } from '../test/fakes/luma.ts'
import { FRAMES_PER_SECOND, planFrame } from '../web/features/scanner/frames.ts'
import { startSpending } from './processes.ts'
import type { TestPicture } from './scanner-engines.ts'
import { ALONE, drawPictures, PICTURE_SIDE_PX, TEXT, VIEW } from './scanner-engines.ts'

declare global {
  interface Window {
    /** Answers the texts of the codes in a grey picture. */
    readGrey: (pixels: string, width: number, height: number) => Promise<string[]>
    /** Puts a grey picture in front of the camera, or nothing. */
    showPicture: (pixels: string | null) => void
  }
}

export interface DetectorResults {
  /** Pictures read, by family: by the detector alone, and by the scanner within ten frames. */
  read: Map<string, { alone: number; scanner: number }>
  /** CPU time of each reading that the scanner asked for. Milliseconds. */
  times: number[]
}

interface SeenFrame {
  isBlank: boolean
  isRead: boolean
}

/** zbar in place of the platform's detector. Like that of Android it reads dark on light alone. */
class StandIn {
  readonly times: number[] = []
  #onFrame: (frame: SeenFrame) => void = () => undefined

  async read(pixels: Uint8Array, width: number, height: number): Promise<string[]> {
    const spent = startSpending()
    const codes = await scanGrayBuffer(Uint8Array.from(pixels).buffer, width, height)
    const { cpuMs } = spent()
    const texts = codes.map((code) => code.decode())
    const isBlank = pixels.every((level) => level === pixels[0])
    if (!isBlank) this.times.push(cpuMs)
    this.#onFrame({ isBlank, isRead: texts.includes(TEXT) })
    return texts
  }

  nextFrame(): Promise<SeenFrame> {
    return new Promise((resolve) => {
      this.#onFrame = resolve
    })
  }
}

/** A camera that shows given pictures, and a channel that passes the worker's pictures to zbar. */
function fakeCamera(side: number): void {
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
  const camera = canvas.getContext('2d') as CanvasRenderingContext2D
  const picture = new ImageData(side, side)
  window.showPicture = (pixels) => {
    const grey = pixels ? atob(pixels) : null
    for (let at = 0; at < side * side; at++) {
      const level = grey?.charCodeAt(at) ?? 128
      picture.data.set([level, level, level, 255], at * 4)
    }
  }
  window.showPicture(null)
  navigator.mediaDevices.getUserMedia = async () => {
    setInterval(() => camera.putImageData(picture, 0, 0), 30)
    return canvas.captureStream()
  }
  const channel = new BroadcastChannel('detector')
  channel.onmessage = async ({ data: [pixels, width, height] }) => {
    channel.postMessage(await window.readGrey(pixels, width, height))
  }
}

/** Runs in the worker too, which reaches the bench through the page. */
function installDetector(): void {
  const channel = new BroadcastChannel('detector')
  class BarcodeDetector {
    static getSupportedFormats = async () => ['qr_code']
    detect({ width, height, data }: ImageData) {
      let pixels = ''
      for (let at = 0; at < data.length; at += 4) pixels += String.fromCharCode(data[at] ?? 0)
      channel.postMessage([btoa(pixels), width, height])
      return new Promise((resolve) => {
        channel.onmessage = ({ data: texts }: MessageEvent<string[]>) =>
          resolve(texts.map((rawValue) => ({ rawValue, format: 'qr_code' })))
      })
    }
  }
  Object.assign(globalThis, { BarcodeDetector })
}

/** Installs a detector that returns at once without a result, so that only the product's work remains. */
export function installIdleDetector(): void {
  class BarcodeDetector {
    static getSupportedFormats = async () => ['qr_code']
    detect = async () => []
  }
  Object.assign(globalThis, { BarcodeDetector })
}

/** Shows every picture to the detector alone, and in the page to the scanner that uses it. */
export async function compareDetector(
  page: Page,
  openScanner: () => Promise<void>,
): Promise<DetectorResults> {
  const standIn = new StandIn()
  await page.exposeFunction('readGrey', (pixels: string, width: number, height: number) =>
    standIn.read(Buffer.from(pixels, 'base64'), width, height),
  )
  await page.addInitScript(fakeCamera, PICTURE_SIDE_PX)
  await fakeDetector(page, installDetector)
  await openScanner()
  const results: DetectorResults = { read: new Map(), times: standIn.times }
  for (const test of drawPictures()) {
    const read = results.read.get(test.family) ?? { alone: 0, scanner: 0 }
    results.read.set(test.family, read)
    if (await readAlone(test)) read.alone++
    if (await readInPage(page, standIn, test)) read.scanner++
  }
  return results
}

async function readAlone({ picture }: TestPicture): Promise<boolean> {
  const { x, y, size, side } = planFrame(VIEW, ALONE)
  const { data } = cropLuma(picture, x, y, size, side)
  const codes = await scanGrayBuffer(Uint8Array.from(data).buffer, side, side)
  return codes.some((code) => code.decode() === TEXT)
}

/** Whether the picture is read in ten frames. Blank frames part it from the one before. */
async function readInPage(page: Page, standIn: StandIn, { picture }: TestPicture) {
  const show = (pixels: string | null) =>
    page.evaluate((shown) => window.showPicture(shown), pixels)
  const nextFrame = async (isBlank: boolean): Promise<SeenFrame> => {
    const frame = await standIn.nextFrame()
    return frame.isBlank === isBlank ? frame : nextFrame(isBlank)
  }
  await nextFrame(true)
  await show(Buffer.from(Uint8Array.from(picture.data)).toString('base64'))
  let isRead = false
  for (let frame = 0; frame < FRAMES_PER_SECOND && !isRead; frame++) {
    isRead = (await nextFrame(false)).isRead
  }
  await show(null)
  return isRead
}
