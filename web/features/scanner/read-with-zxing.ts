import type { ReaderOptions } from 'zxing-wasm/reader'
import { readBarcodes } from 'zxing-wasm/reader'
import type { DecodedCode } from './formats.ts'
import { FORMATS, toFormatName, ZXING_FORMATS } from './formats.ts'
import type { Reading } from './looks.ts'
import { THOROUGH } from './looks.ts'

const OPTIONS: ReaderOptions = {
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  maxNumberOfSymbols: 4,
  textMode: 'Plain',
}

const ISOLATED: ReaderOptions = {
  formats: [FORMATS.MaxiCode.zxing],
  binarizer: 'FixedThreshold',
  tryRotate: false,
  tryInvert: false,
  tryDownscale: false,
  textMode: 'Plain',
}

/** The module must have been prepared. */
export async function readWithZxing(
  image: ImageData | Blob,
  { isEveryFormat, isIsolated, isGlobal, bend }: Reading = THOROUGH,
): Promise<DecodedCode[]> {
  if (bend && 'data' in image) bendPicture(image, bend)
  let results = await readBarcodes(image, {
    ...OPTIONS,
    formats: isEveryFormat ? ZXING_FORMATS : [FORMATS['QR Code'].zxing],
    binarizer: isGlobal ? 'GlobalHistogram' : 'LocalAverage',
  })
  if (isIsolated && results.length === 0 && 'data' in image) {
    isolateCard(image)
    results = await readBarcodes(image, ISOLATED)
  }
  return results.flatMap(({ text, format, symbology }) => {
    const name = toFormatName(format, symbology)
    return name && text ? [{ text, format: name }] : []
  })
}

/** Shifts each column by a parabola: none at the sides, `share` of the height in the middle. */
function bendPicture({ data, width, height }: ImageData, share: number): void {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const straight = pixels.slice()
  const shifts = Array.from({ length: width }, (_, x) =>
    Math.round(share * height * (1 - ((2 * x) / width - 1) ** 2)),
  )
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = Math.min(height - 1, Math.max(0, y + (shifts[x] ?? 0)))
      pixels[y * width + x] = straight[from * width + x] ?? 0
    }
  }
}

/** Between the darkest and the lightest level: darker is what lies around the paper, and ink. */
const PAPER_SHARE = 0.8
const INK_SHARE = 0.5
const WHITE = 0xffffffff
const BLACK = 0xff000000

/** Leaves black on white, without what is dark from the picture's edge on. */
function isolateCard({ data, width, height }: ImageData): void {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const levels = Uint8Array.from(pixels, (pixel) => (pixel >> 8) & 255)
  const [low, high] = [
    levels.reduce((a, b) => Math.min(a, b)),
    levels.reduce((a, b) => Math.max(a, b)),
  ]
  const toLevel = (share: number) => low + share * (high - low)
  const [paper, ink] = [toLevel(PAPER_SHARE), toLevel(INK_SHARE)]
  const around: number[] = []
  for (let x = 0; x < width; x++) around.push(x, (height - 1) * width + x)
  for (let y = 0; y < height; y++) around.push(y * width, (y + 1) * width - 1)
  for (let at = around.pop(); at !== undefined; at = around.pop()) {
    if ((levels[at] ?? 255) >= paper) continue
    levels[at] = 255
    const x = at % width
    if (x > 0) around.push(at - 1)
    if (x < width - 1) around.push(at + 1)
    if (at >= width) around.push(at - width)
    if (at < width * (height - 1)) around.push(at + width)
  }
  for (const [at, level] of levels.entries()) pixels[at] = level < ink ? BLACK : WHITE
}
