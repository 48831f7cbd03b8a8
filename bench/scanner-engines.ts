import type { Luma } from '../test/fakes/luma.ts'
import { cropLuma, toImageData } from '../test/fakes/luma.ts'
import { prepareZxing } from '../test/fakes/prepare-zxing.ts'
import type { QrScene } from '../test/fakes/qr-scene.ts'
import { drawScene } from '../test/fakes/qr-scene.ts'
import type { DecodedCode } from '../web/features/scanner/formats.ts'
import { FRAMES_PER_SECOND, JSQR_EVERY_TICKS, planFrame } from '../web/features/scanner/frames.ts'
import type { Look, Reading } from '../web/features/scanner/looks.ts'
import { lookAt, THOROUGH } from '../web/features/scanner/looks.ts'
import { readWithJsqr } from '../web/features/scanner/read-with-jsqr.ts'
import { readWithZxing } from '../web/features/scanner/read-with-zxing.ts'
import { startSpending } from './processes.ts'

export const TEXT = 'https://brinde.example/bar/K7M2QX/table/12'
/** The square part of a phone's 1280 × 720 picture that the viewfinder shows. */
export const PICTURE_SIDE_PX = 720
/** On a phone whose viewfinder has 320 CSS pixels; the box takes 250 of it. */
export const VIEW = { width: PICTURE_SIDE_PX, height: PICTURE_SIDE_PX, viewSide: 320 }
/** The box in every pixel it has: what an engine alone gets. */
export const ALONE: Look = { ...THOROUGH, area: 'box', sideMax: 640 }
const STEPS = 8
const COPIES = 2
export const PICTURES_EACH = STEPS * COPIES

/** The defects of a photographed code in a bar, each in eight steps from slight to hopeless. */
const FAMILIES: Record<string, (step: number) => Partial<QrScene>> = {
  'out of focus': (step) => ({ blurPx: 1 + step * 0.8 }),
  'shaking hand': (step) => ({ smearPx: 4 + step * 3.5 }),
  noise: (step) => ({ noise: 15 + step * 15 }),
  'low contrast': (step) => ({ contrast: 100 * 0.68 ** step, noise: 2 }),
  dark: (step) => ({
    contrast: 64 * 0.8 ** step,
    light: 42 * 0.82 ** step,
    noise: 6 + step * 0.6,
    blurPx: 1.5,
  }),
  'from the side': (step) => ({ tiltDegrees: 10 + step * 8.5 }),
  glare: (step) => ({ glare: 0.2 + step * 0.11 }),
  damage: (step) => ({ damage: 0.02 + step * 0.025 }),
  'far away': (step) => ({ codeSide: 200 * 0.82 ** step, blurPx: 0.6, noise: 5 }),
  'light on dark': (step) => ({ isInverted: true, blurPx: 0.4 + step * 0.7 }),
  'on cloth': (step) => ({ sag: (step % 2 ? -1 : 1) * (0.02 + step * 0.012) }),
  'too near': (step) => ({ codeSide: 400 + step * 36 }),
  'worn, all at once': (step) => ({
    damage: 0.012 * (step + 1),
    blurPx: 0.6 * (step + 1),
    noise: 6 * (step + 1),
    tiltDegrees: 5 * (step + 1),
    contrast: 180 - 20 * step,
  }),
}

export interface TestPicture {
  family: string
  picture: Luma
}

export function* drawPictures(): Generator<TestPicture> {
  for (const [family, toScene] of Object.entries(FAMILIES)) {
    for (let index = 0; index < PICTURES_EACH; index++) {
      const step = Math.floor(index / COPIES)
      const picture = drawScene({
        text: TEXT,
        width: PICTURE_SIDE_PX,
        height: PICTURE_SIDE_PX,
        codeSide: 320,
        turnDegrees: 7 + index * 23,
        seed: index + 1,
        ...toScene(step),
      })
      yield { family, picture }
    }
  }
}

export const CONTESTANTS = ['jsQR alone', 'zxing alone', 'first frame', 'within 1 s'] as const
export type Contestant = (typeof CONTESTANTS)[number]

export interface EngineResults {
  /** Pictures read, by family. */
  read: Map<string, Record<Contestant, number>>
  /** CPU time of each reading. Milliseconds. */
  times: Record<'jsQR alone' | 'zxing alone' | 'scanner, zxing' | 'scanner, jsQR', number[]>
}

type Read = (image: ImageData, reading: Reading) => DecodedCode[] | Promise<DecodedCode[]>

async function time(
  read: Read,
  { picture }: TestPicture,
  look: Look,
  times: number[],
): Promise<DecodedCode[]> {
  const { x, y, size, side } = planFrame(VIEW, look)
  const image = toImageData(cropLuma(picture, x, y, size, side))
  const spent = startSpending()
  const codes = await read(image, look)
  times.push(spent().cpuMs)
  return codes
}

const isRead = (codes: readonly DecodedCode[]) => codes.some(({ text }) => text === TEXT)

/** The frame in which the scanner reads a still picture, with both engines loaded. Null after 1 s. */
async function scan(test: TestPicture, times: EngineResults['times']): Promise<number | null> {
  for (let tick = 0; tick < FRAMES_PER_SECOND; tick++) {
    const codes = await time(readWithZxing, test, lookAt('zxing', tick), times['scanner, zxing'])
    if (tick % JSQR_EVERY_TICKS === 0) {
      const look = lookAt('jsqr', tick / JSQR_EVERY_TICKS)
      codes.push(...(await time(readWithJsqr, test, look, times['scanner, jsQR'])))
    }
    if (isRead(codes)) return tick
  }
  return null
}

/** Shows every picture to each engine alone and to the scanner's own plan. */
export async function compareEngines(): Promise<EngineResults> {
  await prepareZxing()
  const results: EngineResults = {
    read: new Map(),
    times: { 'jsQR alone': [], 'zxing alone': [], 'scanner, zxing': [], 'scanner, jsQR': [] },
  }
  for (const test of drawPictures()) {
    const { family } = test
    const read = results.read.get(family) ?? {
      'jsQR alone': 0,
      'zxing alone': 0,
      'first frame': 0,
      'within 1 s': 0,
    }
    results.read.set(family, read)
    const byJsqr = await time(readWithJsqr, test, ALONE, results.times['jsQR alone'])
    const byZxing = await time(readWithZxing, test, ALONE, results.times['zxing alone'])
    if (isRead(byJsqr)) read['jsQR alone']++
    if (isRead(byZxing)) read['zxing alone']++
    const frame = await scan(test, results.times)
    if (frame === 0) read['first frame']++
    if (frame !== null) read['within 1 s']++
  }
  return results
}
