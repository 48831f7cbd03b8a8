import type { ReadableBarcodeFormat } from 'zxing-wasm/reader'

interface Format {
  zxing: ReadableBarcodeFormat
  variants?: readonly ReadableBarcodeFormat[]
  /** `BarcodeDetector`'s name; null if it lacks the format. */
  native: string | null
  /** A retail barcode: common on bottles, never a bar. */
  isProduct?: true
}

/** The product says RSS, the former name of DataBar. */
export const FORMATS = {
  'QR Code': { zxing: 'QRCode', native: 'qr_code' },
  Aztec: { zxing: 'Aztec', native: 'aztec' },
  Codabar: { zxing: 'Codabar', native: 'codabar' },
  'Code 39': { zxing: 'Code39', native: 'code_39' },
  'Code 93': { zxing: 'Code93', native: 'code_93' },
  'Code 128': { zxing: 'Code128', native: 'code_128' },
  'Data Matrix': { zxing: 'DataMatrix', native: 'data_matrix' },
  MaxiCode: { zxing: 'MaxiCode', native: null },
  ITF: { zxing: 'ITF', native: 'itf' },
  'EAN-13': { zxing: 'EAN13', variants: ['ISBN'], native: 'ean_13', isProduct: true },
  'EAN-8': { zxing: 'EAN8', native: 'ean_8', isProduct: true },
  'PDF 417': { zxing: 'PDF417', native: 'pdf417' },
  'RSS 14': { zxing: 'DataBarOmni', variants: ['DataBarStk', 'DataBarStkOmni'], native: null },
  'RSS Expanded': { zxing: 'DataBarExp', variants: ['DataBarExpStk'], native: null },
  'UPC-A': { zxing: 'UPCA', native: 'upc_a', isProduct: true },
  'UPC-E': { zxing: 'UPCE', native: 'upc_e', isProduct: true },
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof FORMATS

/** Untrusted text: only `judgeCode` interprets it. */
export interface DecodedCode {
  text: string
  format: FormatName
}

const ALL = Object.entries(FORMATS) as [FormatName, Format][]

export const ZXING_FORMATS = ALL.map(([, { zxing }]) => zxing)
export const NATIVE_FORMATS = ALL.flatMap(([, { native }]) => native ?? [])

const BY_ENGINE_NAME = new Map<string, FormatName>(
  ALL.flatMap(([name, { zxing, variants = [], native }]) =>
    [zxing, ...variants, native ?? []].flat().map((known) => [known, name] as const),
  ),
)

/** zxing reports a variant (`MicroQRCode`) and its symbology (`QRCode`). Null if unwanted. */
export function toFormatName(engineName: string, symbology = engineName): FormatName | null {
  return BY_ENGINE_NAME.get(engineName) ?? BY_ENGINE_NAME.get(symbology) ?? null
}

export function isProductFormat(name: FormatName): boolean {
  return 'isProduct' in FORMATS[name]
}
