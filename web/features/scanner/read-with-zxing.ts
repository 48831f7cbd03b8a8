import type { ReaderOptions } from 'zxing-wasm/reader'
import { readBarcodes } from 'zxing-wasm/reader'
import type { DecodedCode } from './formats.ts'
import { toFormatName, ZXING_FORMATS } from './formats.ts'

const OPTIONS: ReaderOptions = {
  formats: ZXING_FORMATS,
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  maxNumberOfSymbols: 4,
  textMode: 'Plain',
}

/** The module must have been prepared. */
export async function readWithZxing(image: ImageData | Blob): Promise<DecodedCode[]> {
  const results = await readBarcodes(image, OPTIONS)
  return results.flatMap(({ text, format, symbology }) => {
    const name = toFormatName(format, symbology)
    return name && text ? [{ text, format: name }] : []
  })
}
