import { expect, test } from 'vitest'
import {
  bytesOf,
  jpegSegment,
  pngChunk,
  toBinary,
  webpChunk,
  withExtra,
} from '#test/fakes/pictures.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

const toBytes = (binary: string) => Uint8Array.from(binary, (byte) => byte.charCodeAt(0))

const JPEG = toBinary(bytesOf('jpeg'))
const SCAN_AT = JPEG.indexOf('\xff\xda')
const TABLES = JPEG.slice(0, SCAN_AT)
const SCAN_HEAD = jpegSegment(0xda, '\x01\x01\x00\x00\x3f\x00')
const END = '\xff\xd9'
const FRAME = jpegSegment(0xc0, '\x08\x00\x03\x00\x05\x01\x01\x11\x00')

test.each([
  ['without its first byte', `\x00${JPEG.slice(1)}`],
  ['with two frames', `${TABLES}${FRAME}${JPEG.slice(SCAN_AT)}`],
  ['with a second frame behind its scan', `${TABLES}${SCAN_HEAD}x${FRAME}${END}`],
  ['without a frame', `\xff\xd8${SCAN_HEAD}${END}`],
  ['with a frame that ends too early', `\xff\xd8${jpegSegment(0xc0, '123456')}${SCAN_HEAD}${END}`],
  ['with a segment that no browser draws', toBinary(withExtra('jpeg', jpegSegment(0xf0, 'x')))],
  ['without a scan', `${TABLES}${END}`],
  ['with a segment shorter than its length', `\xff\xd8\xff\xdb\x00\x01${JPEG.slice(2)}`],
  ['with a segment that goes on behind the file', `${TABLES}\xff\xdb\xff\xff`],
  ['that breaks off in a marker', `${TABLES}${SCAN_HEAD}x\xff`],
  ['that breaks off in a scan', `${TABLES}${SCAN_HEAD}x`],
  ['that breaks off in a length', `${TABLES}\xff\xdb\x00`],
])('T22 a JPEG %s is refused', (_, binary) => {
  expect(readJpeg(toBytes(binary))).toBeNull()
})

test.each([
  ['a stuffed byte', 'a\xff\x00b'],
  ['the first restart', 'a\xff\xd0b'],
  ['the last restart', 'a\xff\xd7b'],
  ['a fill byte', 'a\xff'],
])('T24 %s inside of a scan stays, and so does an empty table', (_, scan) => {
  const binary = `\xff\xd8\xff\xdb\x00\x02${TABLES.slice(2)}${SCAN_HEAD}${scan}${END}`
  expect(toBinary(readJpeg(toBytes(binary))?.bytes ?? toBytes(''))).toBe(binary)
})

test('T24 Adobe’s segment stays only in the form that defines the colours', () => {
  const colours = jpegSegment(0xee, 'Adobe\0\x64\0\0\0\0\x01')
  const kept = withExtra('jpeg', colours)
  expect(toBinary(readJpeg(kept)?.bytes ?? toBytes(''))).toBe(toBinary(kept))
  const other = withExtra('jpeg', colours.replace('Adobe', 'Adobo'))
  expect(toBinary(readJpeg(other)?.bytes ?? toBytes(''))).toBe(JPEG)
})

const PNG = toBinary(bytesOf('png'))
const SIGNATURE = PNG.slice(0, 8)
const HEADER = PNG.slice(8, 33)
const IEND = pngChunk('IEND', '')
const DATA = pngChunk('IDAT', 'x')

const SCRIPT = '<script>alert(1)</script>'.padEnd(769)

test('T55 an interlaced PNG has seven scans, and any other PNG has one', () => {
  const ofKind = (interlaced: string) => {
    const header = pngChunk('IHDR', `\0\0\0\x05\0\0\0\x03\x08\x02\0\0${interlaced}`)
    return readPng(toBytes(`${SIGNATURE}${header}${DATA}${IEND}`))?.scans
  }
  expect([ofKind('\0'), ofKind('\x01')]).toEqual([1, 7])
})

test.each([
  ['without its first byte', `\x00${PNG.slice(1)}`],
  ['that does not begin with its header', `${SIGNATURE}${DATA}${HEADER}${IEND}`],
  [
    'that begins with a text as long as its header',
    `${SIGNATURE}${pngChunk('tEXt', '\0'.repeat(13))}${HEADER}${DATA}${IEND}`,
  ],
  ['with a short header', `${SIGNATURE}${pngChunk('IHDR', '\0'.repeat(12))}${DATA}${IEND}`],
  ['with two headers', `${SIGNATURE}${HEADER}${HEADER}${DATA}${IEND}`],
  ['without data', `${SIGNATURE}${HEADER}${IEND}`],
  ['whose end has content', `${SIGNATURE}${HEADER}${DATA}${pngChunk('IEND', 'x')}`],
  ['whose end goes on behind the file', `${SIGNATURE}${HEADER}${DATA}\0\0\0\x09IEND1234`],
  ['without an end', `${SIGNATURE}${HEADER}${DATA}`],
  ['of its signature alone', SIGNATURE],
  ...['PLTE', 'tRNS', 'sRGB', 'gAMA'].flatMap((tag) => {
    const [short, long] = [pngChunk(tag, 'x'), pngChunk(tag, SCRIPT)]
    return [
      [`whose ${tag} is longer than the format’s`, `${SIGNATURE}${HEADER}${long}${DATA}${IEND}`],
      [`with two of ${tag}`, `${SIGNATURE}${HEADER}${short}${short}${DATA}${IEND}`],
    ]
  }),
])('T22 a PNG %s is refused', (_, binary) => {
  expect(readPng(toBytes(binary))).toBeNull()
})

const size = (length: number) => `${String.fromCharCode(length)}\0\0\0`
const webp = (chunks: string) => `RIFF${size(chunks.length + 4)}WEBP${chunks}`
const LOSSY = '\x10\0\0\x9d\x01\x2a\x05\0\x03\0'
const LOSSLESS = '\x2f\x04\x80\0\0'

test.each([
  ['JPEG', readJpeg, JPEG, 'image/jpeg'],
  ['PNG', readPng, `${SIGNATURE}${HEADER}${DATA}${IEND}`, 'image/png'],
  ['lossy WebP', readWebp, webp(webpChunk('VP8 ', LOSSY)), 'image/webp'],
  ['lossless WebP', readWebp, webp(webpChunk('VP8L', LOSSLESS)), 'image/webp'],
])('T22 the shortest valid %s is accepted with its type', (_, read, binary, type) => {
  expect(read(toBytes(binary))).toMatchObject({ type, width: 5, height: 3 })
})

test('a lossless WebP keeps its transparency', () => {
  const image = webpChunk('VP8L', LOSSLESS)
  const read = readWebp(toBytes(webp(`${webpChunk('ALPH', 'xx')}${image}`)))
  expect(toBinary(read?.bytes ?? toBytes(''))).toBe(webp(image))
})

test.each([
  ['that is no RIFF', webp(webpChunk('VP8 ', LOSSY)).replace('RIFF', 'RIFX')],
  ['without a picture', webp(webpChunk('ALPH', 'xx'))],
  ['of nothing', webp('')],
  ['that says it is longer', webp(webpChunk('VP8 ', LOSSY)).replace('\x16', '\x17')],
  ['with a part that goes on behind it', webp(`${webpChunk('VP8 ', LOSSY)}junk${size(2)}x`)],
  ['that ends with an animation', webp(`${webpChunk('VP8 ', LOSSY)}ANIM${size(0)}`)],
  ['of a picture that builds on another', webp(webpChunk('VP8 ', `\x11${LOSSY.slice(1)}`))],
  ['of a picture without its start', webp(webpChunk('VP8 ', LOSSY.replace('\x9d', '\x9e')))],
  ['of a picture that is too short', webp(webpChunk('VP8 ', LOSSY.slice(0, 9)))],
  ['of another signature', webp(webpChunk('VP8L', `\x2e${LOSSLESS.slice(1)}`))],
  ['of a signature alone', webp(webpChunk('VP8L', LOSSLESS.slice(0, 4)))],
])('T22 a WebP %s is refused', (_, binary) => {
  expect(readWebp(toBytes(binary))).toBeNull()
})
