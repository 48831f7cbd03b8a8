import { cropLuma, toImageData } from '#test/fakes/luma.ts'
import { prepareZxing } from '#test/fakes/prepare-zxing.ts'
import type { DecodedCode } from '#web/features/scanner/formats.ts'
import { FRAMES_PER_SECOND, JSQR_EVERY_TICKS, planFrame } from '#web/features/scanner/frames.ts'
import { readWithJsqr } from '#web/features/scanner/read-with-jsqr.ts'
import { readWithZxing } from '#web/features/scanner/read-with-zxing.ts'
import type { TestPicture } from './scanner-pictures.ts'
import { drawPictures, FULL_TURN, TEXT, VIEW } from './scanner-pictures.ts'

export const CONTESTANTS = ['jsQR alone', 'zxing alone', 'first frame', 'within 1 s'] as const
export type Contestant = (typeof CONTESTANTS)[number]

export interface EngineResults {
  /** Pictures read, by family. */
  read: Map<string, Record<Contestant, number>>
  pictures: Map<string, number>
  /** Milliseconds of each reading. */
  times: Record<'jsQR alone' | 'zxing alone' | 'scanner, zxing' | 'scanner, jsQR', number[]>
}

type Read = (image: ImageData) => DecodedCode[] | Promise<DecodedCode[]>

const show = ({ picture }: TestPicture, turn: number): ImageData => {
  const { x, y, size, side } = planFrame(VIEW, turn)
  return toImageData(cropLuma(picture, x, y, size, side))
}

async function time(read: Read, image: ImageData, times: number[]): Promise<boolean> {
  const startedAt = performance.now()
  const codes = await read(image)
  times.push(performance.now() - startedAt)
  return codes.some(({ text }) => text === TEXT)
}

/** The tick at which the scanner reads a still picture, with both engines loaded. Null after 1 s. */
async function scan(test: TestPicture, times: EngineResults['times']): Promise<number | null> {
  for (let tick = 0; tick < FRAMES_PER_SECOND; tick++) {
    const byZxing = await time(readWithZxing, show(test, tick), times['scanner, zxing'])
    const isJsqrsTurn = tick % JSQR_EVERY_TICKS === 0
    const turn = tick / JSQR_EVERY_TICKS
    const byJsqr =
      isJsqrsTurn && (await time(readWithJsqr, show(test, turn), times['scanner, jsQR']))
    if (byZxing || byJsqr) return tick
  }
  return null
}

/** Shows every picture to each engine alone and to the scanner's own plan. */
export async function compareEngines(): Promise<EngineResults> {
  await prepareZxing()
  const results: EngineResults = {
    read: new Map(),
    pictures: new Map(),
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
    results.pictures.set(family, (results.pictures.get(family) ?? 0) + 1)
    const whole = show(test, FULL_TURN)
    if (await time(readWithJsqr, whole, results.times['jsQR alone'])) read['jsQR alone']++
    if (await time(readWithZxing, whole, results.times['zxing alone'])) read['zxing alone']++
    const tick = await scan(test, results.times)
    if (tick === 0) read['first frame']++
    if (tick !== null) read['within 1 s']++
  }
  return results
}
