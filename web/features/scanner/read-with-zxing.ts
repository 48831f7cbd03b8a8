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

/** The module must have been prepared. */
export async function readWithZxing(
  image: ImageData | Blob,
  { isEveryFormat, isGlobal, bend }: Reading = THOROUGH,
): Promise<DecodedCode[]> {
  if (bend && 'data' in image) bendPicture(image, bend)
  const results = await readBarcodes(image, {
    ...OPTIONS,
    formats: isEveryFormat ? ZXING_FORMATS : [FORMATS['QR Code'].zxing],
    binarizer: isGlobal ? 'GlobalHistogram' : 'LocalAverage',
  })
  return results.flatMap(({ text, format, symbology }) => {
    const name = toFormatName(format, symbology)
    return name && text ? [{ text, format: name }] : []
  })
}

/** Shifts each column by a parabola: none at the sides, `share` of the height in the middle. */
export function bendPicture({ data, width, height }: ImageData, share: number): void {
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
