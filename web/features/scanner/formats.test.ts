import { beforeAll, expect, test } from 'vitest'
import type { ReadableBarcodeFormat } from 'zxing-wasm/reader'
import { formatToSymbology, READABLE_BARCODE_FORMATS } from 'zxing-wasm/reader'
import type { CreatableBarcodeFormat } from 'zxing-wasm/writer'
import { writeBarcode } from 'zxing-wasm/writer'
import { prepareZint, prepareZxing } from '#test/fakes/prepare-zxing.ts'
import { readBlackAndWhitePng } from '#test/fakes/read-png.ts'
import type { FormatName } from './formats.ts'
import { FORMATS, toFormatName } from './formats.ts'
import { readWithJsqr } from './read-with-jsqr.ts'
import { readWithZxing } from './read-with-zxing.ts'

/** test/fixtures/codes/make.sh has written these texts into the pictures. */
const WRITTEN: Record<FormatName, string> = {
  'QR Code': 'https://brinde.example/bar/K7M2QX/table/12',
  Aztec: 'https://brinde.example/bar/K7M2QX',
  'Data Matrix': 'K7M2QX',
  MaxiCode: 'K7M2QX',
  'PDF 417': 'K7M2QX',
  Codabar: 'A2345678B',
  'Code 39': 'K7M2QX',
  'Code 93': 'K7M2QX',
  'Code 128': 'K7M2QX',
  ITF: '234567',
  'EAN-13': '7891000315507',
  'EAN-8': '78912359',
  // The decoder gives both as the thirteen digits that they stand for.
  'UPC-A': '0036000291452',
  'UPC-E': '0042100005264',
  'RSS 14': '0109501101530003',
  'RSS Expanded': '010950110153000310K7M2QX',
}
/** Stacked, small and extended codes: what zint writes, and what is read. */
const VARIANTS: [CreatableBarcodeFormat, written: string, FormatName, read: string][] = [
  ['MicroQRCode', 'K7M2QX', 'QR Code', 'K7M2QX'],
  ['RMQRCode', 'K7M2QX', 'QR Code', 'K7M2QX'],
  ['AztecRune', '25', 'Aztec', '025'],
  ['MicroPDF417', 'K7M2QX', 'PDF 417', 'K7M2QX'],
  ['CompactPDF417', 'K7M2QX', 'PDF 417', 'K7M2QX'],
  ['Code39Ext', 'k7m2qx', 'Code 39', 'k7m2qx'],
  ['Code32', '01234567', 'Code 39', 'A012345676'],
  ['PZN', '1234567', 'Code 39', '-12345678'],
  ['ITF14', '1234567890123', 'ITF', '12345678901231'],
  ['ISBN', '9788535902778', 'EAN-13', '9788535902778'],
  ['DataBarStk', '0950110153000', 'RSS 14', '0109501101530003'],
  ['DataBarStkOmni', '0950110153000', 'RSS 14', '0109501101530003'],
  ['DataBarExpStk', '[01]09501101530003[10]K7M2QX', 'RSS Expanded', '010950110153000310K7M2QX'],
]
/** These zxing knows and the scanner does not ask for, and its names for groups of formats. */
const NOT_ASKED_FOR: ReadableBarcodeFormat[] = [
  'DataBar',
  'DataBarLtd',
  'EANUPC',
  'Telepen',
  'TelepenAlpha',
  'TelepenNumeric',
  'OtherBarcode',
  'DXFilmEdge',
]
const NAMES = Object.keys(FORMATS) as FormatName[]

const readPicture = (name: FormatName): ImageData =>
  readBlackAndWhitePng(`test/fixtures/codes/${name.toLowerCase().replaceAll(' ', '-')}.png`)

beforeAll(prepareZxing)
beforeAll(prepareZint)

test.each(NAMES)('%s is read as what an independent encoder wrote', async (name) => {
  // The bars of UPC-A are those of EAN-13 with a leading zero: no decoder can tell them apart.
  const format = name === 'UPC-A' ? 'EAN-13' : name
  expect(await readWithZxing(readPicture(name))).toEqual([{ text: WRITTEN[name], format }])
})

test.each(VARIANTS)('%s %s is read as %s', async (format, written, name, text) => {
  const { image, error } = await writeBarcode(written, { format, scale: 4 })
  if (!image) throw new Error(error)
  expect(await readWithZxing(image)).toEqual([{ text, format: name }])
})

test('every format that zxing reads has one of the sixteen names, or is not asked for', () => {
  const unnamed = READABLE_BARCODE_FORMATS.filter(
    (format) => !toFormatName(format, formatToSymbology(format)),
  )
  expect(unnamed).toEqual(NOT_ASKED_FOR)
})

test('jsQR reads a QR code and takes nothing else for one', () => {
  const read = NAMES.flatMap((name) => readWithJsqr(readPicture(name)))
  expect(read).toEqual([{ text: WRITTEN['QR Code'], format: 'QR Code' }])
})
