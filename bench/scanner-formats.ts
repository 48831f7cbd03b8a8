import { scanGrayBuffer } from '@undecaf/zbar-wasm'
import type { QrScene } from '../test/fakes/qr-scene.ts'
import { drawScene } from '../test/fakes/qr-scene.ts'
import { readBlackAndWhitePng } from '../test/fakes/read-png.ts'
import type { DecodedCode, FormatName } from '../web/features/scanner/formats.ts'
import { FORMATS } from '../web/features/scanner/formats.ts'
import { FRAMES_PER_SECOND } from '../web/features/scanner/frames.ts'
import type { Look, Reading } from '../web/features/scanner/looks.ts'
import { lookAt } from '../web/features/scanner/looks.ts'
import { readWithJsqr } from '../web/features/scanner/read-with-jsqr.ts'
import { readWithZxing } from '../web/features/scanner/read-with-zxing.ts'
import { ALONE, PICTURE_SIDE_PX, readFrames, show } from './scanner-engines.ts'

/** A card of each format in the box, upright, then with what goes wrong. */
const CARDS: Partial<QrScene>[] = [
  {},
  { codeSide: 300 },
  { turnDegrees: 1 },
  { turnDegrees: 20 },
  { tiltDegrees: 30 },
  { blurPx: 1.5 },
  { noise: 30 },
  { contrast: 60, light: 80, noise: 4 },
]
export const CARDS_EACH = CARDS.length

/** Of zbar: what the platform's detector may know too. */
export const READERS = [
  ...(['jsQR alone', 'zxing alone', 'detector alone'] as const),
  ...(['scanner, 1 s', 'with the detector, 2 s'] as const),
]
export type Reader = (typeof READERS)[number]

type Read = (image: ImageData, reading: Reading) => DecodedCode[] | Promise<DecodedCode[]>

/** Pictures read, by format. */
export async function compareFormats(): Promise<Map<FormatName, Record<Reader, number>>> {
  const found = new Map<FormatName, Record<Reader, number>>()
  for (const name of Object.keys(FORMATS) as FormatName[]) {
    const counts = Object.fromEntries(READERS.map((reader) => [reader, 0])) as Record<
      Reader,
      number
    >
    for (const picture of drawCards(name)) {
      for (const reader of READERS) if (await isRead(reader, picture)) counts[reader]++
    }
    found.set(name, counts)
  }
  return found
}

function* drawCards(name: FormatName) {
  const file = name.toLowerCase().replaceAll(' ', '-')
  const print = readBlackAndWhitePng(`test/fixtures/codes/${file}.png`)
  const side = { width: PICTURE_SIDE_PX, height: PICTURE_SIDE_PX, codeSide: 440 }
  for (const card of CARDS) yield drawScene({ text: '', print, ...side, ...card })
}

type Picture = ReturnType<typeof drawScene>

async function isRead(reader: Reader, picture: Picture): Promise<boolean> {
  const by = async (read: Read, look: Look) =>
    (await read(show({ picture }, look), look)).length > 0
  switch (reader) {
    case 'jsQR alone':
      return by(readWithJsqr, ALONE)
    case 'zxing alone':
      return by(readWithZxing, ALONE)
    case 'detector alone':
      return by(readWithZbar, ALONE)
    case 'scanner, 1 s':
      for await (const codes of readFrames({ picture })) if (codes.length > 0) return true
      return false
    case 'with the detector, 2 s':
      for (let tick = 0; tick < 2 * FRAMES_PER_SECOND; tick++) {
        if (await by(readWithZbar, lookAt('native', tick))) return true
        // zxing joins it after a second.
        const turn = tick - FRAMES_PER_SECOND
        if (turn >= 0 && (await by(readWithZxing, lookAt('zxing', turn)))) return true
      }
      return false
    default:
      return reader satisfies never
  }
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
