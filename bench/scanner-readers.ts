import { scanGrayBuffer } from '@undecaf/zbar-wasm'
import type { Luma } from '../test/fakes/luma.ts'
import { cropLuma, toImageData } from '../test/fakes/luma.ts'
import type { DecodedCode } from '../web/features/scanner/formats.ts'
import { FRAMES_PER_SECOND, JSQR_EVERY_TICKS, planFrame } from '../web/features/scanner/frames.ts'
import type { EngineName, Look, Reading } from '../web/features/scanner/looks.ts'
import { lookAt, THOROUGH } from '../web/features/scanner/looks.ts'
import { readWithJsqr } from '../web/features/scanner/read-with-jsqr.ts'
import { readWithZxing } from '../web/features/scanner/read-with-zxing.ts'
import type { Album } from './scanner-pictures.ts'
import { PICTURE_SIDE_PX } from './scanner-pictures.ts'

/** On a phone whose viewfinder has 320 CSS pixels; the box takes 250 of it. */
const VIEW = { width: PICTURE_SIDE_PX, height: PICTURE_SIDE_PX, viewSide: 320 }
/** The box in every pixel it has: what an engine alone gets. */
const ALONE: Look = { ...THOROUGH, area: 'box', sideMax: 640 }

type Read = (image: ImageData, reading: Reading) => DecodedCode[] | Promise<DecodedCode[]>

/** zbar stands in for the platform's detector. */
const READ: Record<EngineName, Read> = {
  jsqr: readWithJsqr,
  zxing: readWithZxing,
  native: readWithZbar,
}

/** Like the detector of Android it reads dark on light alone. */
async function readWithZbar(
  { data, width, height }: ImageData,
  { isInverted }: Reading,
): Promise<DecodedCode[]> {
  const grey = Uint8Array.from({ length: width * height }, (_, at) => {
    const level = data[at * 4] ?? 0
    return isInverted ? 255 - level : level
  })
  const codes = await scanGrayBuffer(grey.buffer, width, height)
  return codes.map((code) => ({ text: code.decode(), format: 'QR Code' }))
}

/** Which engines look at which of ten frames a second. */
type Plan = (tick: number) => EngineName[]
export const ENGINES: Plan = (tick) => (tick % JSQR_EVERY_TICKS ? ['zxing'] : ['zxing', 'jsqr'])
/** The others join the platform's detector after a second. */
const DETECTOR: Plan = (tick) => (tick < FRAMES_PER_SECOND ? ['native'] : ['native', 'zxing'])

export const READERS = [
  ...(['jsQR alone', 'zxing alone', 'scanner, first frame', 'scanner, 1 s'] as const),
  ...(['detector alone', 'scanner with it'] as const),
]
export type Reader = (typeof READERS)[number]

/** How many pictures of an album each reads. */
export type Counts = Record<Reader, number> & { of: number }

/** Shows pictures to engines, and notes how long each reading took. */
export class Readers {
  /** Milliseconds, by who looked. */
  readonly times: Record<string, number[]> = {}

  /** Shows every picture to each engine alone and to the scanner's own plan. `text`: what is right. */
  async compare({ pictures }: Album, detectorSeconds: number, text?: string): Promise<Counts> {
    const counts = { of: 0, ...Object.fromEntries(READERS.map((name) => [name, 0])) } as Counts
    const isRight = (code: DecodedCode | undefined) =>
      code !== undefined && (text === undefined || code.text === text)
    for (const picture of pictures) {
      const alone = async (engine: EngineName) =>
        isRight((await this.#read(picture, engine, ALONE, 'alone'))[0])
      const scanned = await this.scan(picture, ENGINES)
      const detected = await this.scan(picture, DETECTOR, detectorSeconds)
      const read: Record<Reader, boolean> = {
        'jsQR alone': await alone('jsqr'),
        'zxing alone': await alone('zxing'),
        'scanner, first frame': scanned?.tick === 0 && isRight(scanned.code),
        'scanner, 1 s': isRight(scanned?.code),
        'detector alone': await alone('native'),
        'scanner with it': isRight(detected?.code),
      }
      counts.of += 1
      for (const reader of READERS) counts[reader] += Number(read[reader])
    }
    return counts
  }

  /** The first code that the scanner reads of a still picture, and in which frame. */
  async scan(
    picture: Luma,
    plan: Plan,
    seconds = 1,
  ): Promise<{ tick: number; code: DecodedCode } | null> {
    const turns = new Map<EngineName, number>()
    for (let tick = 0; tick < seconds * FRAMES_PER_SECOND; tick += 1) {
      for (const engine of plan(tick)) {
        const turn = turns.get(engine) ?? 0
        turns.set(engine, turn + 1)
        const [code] = await this.#read(picture, engine, lookAt(engine, turn), 'in the scanner')
        if (code) return { tick, code }
      }
    }
    return null
  }

  async #read(picture: Luma, engine: EngineName, look: Look, how: string): Promise<DecodedCode[]> {
    const { x, y, size, side } = planFrame(VIEW, look)
    const image = toImageData(cropLuma(picture, x, y, size, side))
    const startedAt = performance.now()
    const codes = await READ[engine](image, look)
    this.times[`${engine} ${how}`] ??= []
    this.times[`${engine} ${how}`]?.push(performance.now() - startedAt)
    return codes
  }
}
