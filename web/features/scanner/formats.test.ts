import { beforeAll, expect, test } from 'vitest'
import { prepareZxing } from '#test/support/prepare-zxing.ts'
import { readBlackAndWhitePng } from '#test/support/read-png.ts'
import type { FormatName } from './formats.ts'
import { FORMATS, isProductFormat } from './formats.ts'
import { readWithJsqr } from './read-with-jsqr.ts'
import { readWithZxing } from './read-with-zxing.ts'

/** What test/fixtures/codes/make.sh has written into each picture. */
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
const NAMES = Object.keys(FORMATS) as FormatName[]

const readPicture = (name: FormatName): ImageData =>
  readBlackAndWhitePng(`test/fixtures/codes/${name.toLowerCase().replaceAll(' ', '-')}.png`)

beforeAll(prepareZxing)

test('the scanner knows sixteen formats', () => {
  expect(NAMES).toHaveLength(16)
})

test.each(NAMES)('%s is read as what an independent encoder wrote', async (name) => {
  // The bars of UPC-A are those of EAN-13 with a leading zero: no decoder can tell them apart.
  const format = name === 'UPC-A' ? 'EAN-13' : name
  expect(await readWithZxing(readPicture(name))).toEqual([{ text: WRITTEN[name], format }])
})

test('jsQR reads a QR code and takes nothing else for one', () => {
  const read = NAMES.flatMap((name) => readWithJsqr(readPicture(name)))
  expect(read).toEqual([{ text: WRITTEN['QR Code'], format: 'QR Code' }])
})

test('what is printed on products is EAN and UPC alone', () => {
  expect(NAMES.filter(isProductFormat)).toEqual(['EAN-13', 'EAN-8', 'UPC-A', 'UPC-E'])
})
