import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CodedError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import {
  bytesOf,
  claiming,
  jpegSegment,
  PICTURE_NAMES,
  placesIn,
  pngChunk,
  toBinary,
  webpChunk,
  withExtra,
} from '#test/fakes/pictures.ts'
import { runs } from '#test/worker/runs.ts'
import type { PictureLimits } from './picture.ts'
import { BAR_PICTURE, PERSON_PHOTO, readPicture, SMALL_PHOTO, THUMBNAIL } from './picture.ts'

const read = (bytes: Uint8Array<ArrayBuffer>, limits = PERSON_PHOTO) => readPicture(bytes, limits)
const refuses = (bytes: Uint8Array<ArrayBuffer>, limits = PERSON_PHOTO) =>
  expect(() => read(bytes, limits)).toThrow(CodedError)
const toBytes = (binary: string) => Uint8Array.from(binary, (byte) => byte.charCodeAt(0))

test.each(PICTURE_NAMES)('a %s without metadata stays the same, byte for byte', (name) => {
  const { width, height, bytes } = read(bytesOf(name))
  expect([width, height]).toEqual([5, 3])
  expect(toBinary(bytes)).toBe(toBinary(bytesOf(name)))
})

const CANARY = 'GPS -23.5505 -46.6333'
test.each(PICTURE_NAMES)('T24 a %s loses all bytes that are not part of the picture', (name) => {
  const place = fc.constantFrom(...placesIn(name))
  const words = fc.tuple(fc.string({ unit: 'binary-ascii', maxLength: 40 }), fc.constant(CANARY))
  const segment = fc.tuple(place, words).map(([put, [noise]]) => put(`${noise}${CANARY}${noise}`))
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), fc.boolean(), (extras, tail) => {
      const { bytes } = read(withExtra(name, extras.join(''), tail ? `PK\x03\x04${CANARY}` : ''))
      expect(toBinary(bytes)).toBe(toBinary(bytesOf(name)))
    }),
    { numRuns: 100 },
  )
})

test('T24 metadata inside of picture data is refused, and metadata between two scans is dropped', () => {
  refuses(withExtra('jpeg', jpegSegment(0xdb, `Exif\0\0${CANARY}`)))
  refuses(withExtra('png', pngChunk('IDAT', `<x:xmpmeta ${CANARY}`)))
  const [binary, scan] = [toBinary(bytesOf('jpeg')), '\xff\xda']
  const again = binary.slice(binary.indexOf(scan), -2)
  const extra = jpegSegment(0xfe, CANARY) + again
  const { bytes } = read(toBytes(`${binary.slice(0, -2)}${extra}\xff\xd9`))
  expect(toBinary(bytes)).toBe(`${binary.slice(0, -2)}${again}\xff\xd9`)
})

const LIMITS_OF: [string, PictureLimits][] = [
  ['a person’s photo', PERSON_PHOTO],
  ['a photo without a thumbnail', SMALL_PHOTO],
  ['a thumbnail', THUMBNAIL],
  ['a bar’s picture', BAR_PICTURE],
]

test.each(LIMITS_OF)(
  'T23 T55 a header that claims too many pixels for %s is refused without decoding',
  (_, limits) => {
    const { sidePx, pixels } = limits
    for (const name of PICTURE_NAMES) {
      refuses(claiming(name, 16_383, 16_383), limits)
      refuses(claiming(name, sidePx + 1, 1), limits)
      refuses(claiming(name, 1, sidePx + 1), limits)
      refuses(claiming(name, sidePx, Math.floor(pixels / sidePx) + 1), limits)
      expect(read(claiming(name, sidePx, Math.floor(pixels / sidePx)), limits).width).toBe(sidePx)
    }
    for (const name of ['jpeg', 'png'] as const) {
      refuses(claiming(name, 65_535, 65_535), limits)
      refuses(claiming(name, 0, 3), limits)
    }
    refuses(claiming('png', 0xffff_ffff, 1), limits)
  },
)

test.each(LIMITS_OF)('T55 %s with too many scans is refused', (_, limits) => {
  const binary = toBinary(bytesOf('jpeg'))
  const at = binary.indexOf('\xff\xda')
  const [head, scan] = [binary.slice(0, at), binary.slice(at, -2)]
  const ofScans = (scans: number) => toBytes(`${head}${scan.repeat(scans)}\xff\xd9`)
  expect(read(ofScans(LIMITS.pictureScans), limits).scans).toBe(32)
  refuses(ofScans(LIMITS.pictureScans + 1), limits)
})

test('T55 the limits of a person’s photo let a page show thirty', () => {
  expect(PERSON_PHOTO).toEqual({ bytes: 150_000, sidePx: 1_024, pixels: 1_024 ** 2, scans: 32 })
  expect(SMALL_PHOTO).toEqual({ ...PERSON_PHOTO, sidePx: 512, pixels: 512 ** 2 })
  expect(THUMBNAIL).toEqual({ bytes: 20_000, sidePx: 256, pixels: 256 ** 2, scans: 32 })
  expect(BAR_PICTURE).toEqual({ bytes: 512_000, sidePx: 4_096, pixels: 12_000_000, scans: 32 })
})

test('T23 an animation is refused or loses every frame but the first', () => {
  refuses(withExtra('alphaWebp', webpChunk('ANIM', '\0\0\0\0\0\0')))
  refuses(withExtra('lossyWebp', webpChunk('ANMF', '\0'.repeat(16))))
  refuses(withExtra('lossyWebp', webpChunk('VP8 ', '\0'.repeat(16))))
  const animated = withExtra('png', pngChunk('acTL', '\0\0\0\x02\0\0\0\0'))
  expect(toBinary(read(animated).bytes)).not.toContain('acTL')
})

test('T22 a picture that is cut off anywhere or has any byte changed is refused or valid', () => {
  for (const name of PICTURE_NAMES) {
    const complete = bytesOf(name)
    for (let end = 0; end < complete.length; end += 1) refuses(complete.slice(0, end))
    fc.assert(
      fc.property(fc.nat(complete.length - 1), fc.nat(255), (at, value) => {
        const changed = complete.slice()
        changed[at] = value
        try {
          const { width, height } = read(changed)
          expect(width * height).toBeLessThanOrEqual(PERSON_PHOTO.pixels)
        } catch (error) {
          expect(error).toBeInstanceOf(CodedError)
        }
      }),
      { numRuns: runs(1_000, 10_000) },
    )
  }
})

test('T23 a refusal names the limit without decoding, and a picture exactly at a limit is accepted', () => {
  const why = (bytes: Uint8Array<ArrayBuffer>, limits = PERSON_PHOTO) => {
    try {
      read(bytes, limits)
      return null
    } catch (error) {
      return error instanceof CodedError ? [error.code, error.message] : error
    }
  }
  const jpeg = bytesOf('jpeg')
  const exact = { ...PERSON_PHOTO, bytes: jpeg.length, sidePx: 5, pixels: 15, scans: 1 }
  expect([why(jpeg, exact), why(claiming('png', 1, 1))]).toEqual([null, null])
  expect([
    why(withExtra('jpeg', '', 'x'.repeat(LIMITS.photoBytes))),
    why(jpeg, { ...exact, bytes: jpeg.length - 1 }),
    why(jpeg, { ...exact, pixels: 14 }),
    why(jpeg, { ...exact, scans: 0 }),
    why(withExtra('jpeg', jpegSegment(0xdb, 'ICC_PROFILE'))),
    why(toBytes('<svg/>')),
  ]).toEqual(
    [
      'too many bytes',
      'too many bytes',
      'too many pixels',
      'too many scans',
      'metadata in an unusual place',
      'not a JPEG, PNG or WebP picture',
    ].map((message) => ['photo_refused', message]),
  )
})
