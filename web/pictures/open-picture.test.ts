import { expect, test } from 'vitest'
import type { PictureName } from '#test/fakes/pictures.ts'
import {
  bytesOf,
  claiming,
  jpegSegment,
  PICTURE_NAMES,
  toBinary,
  withExtra,
} from '#test/fakes/pictures.ts'
import { inspectFile } from './open-picture.ts'

test.each(PICTURE_NAMES)('a whole %s is not cut off, even with a tail; half of it is', (name) => {
  const bytes = bytesOf(name)
  const half = bytes.slice(0, bytes.length / 2)
  const cutOff = [bytes, withExtra(name, '', 'tail'), half].map(
    (file) => inspectFile(file).isCutOff,
  )
  expect(cutOff).toEqual([false, false, true])
})

test('a phone’s JPEG with a thumbnail before the picture and a video behind it is whole', () => {
  const thumbnail = jpegSegment(0xe1, `Exif${toBinary(bytesOf('jpeg'))}`)
  const photo = withExtra('jpeg', thumbnail, 'ftypmp42'.repeat(20_000))
  expect(inspectFile(photo)).toEqual({
    kind: 'jpeg',
    size: { width: 5, height: 3 },
    isCutOff: false,
  })
  const end = withExtra('jpeg', thumbnail).length
  expect(inspectFile(photo.slice(0, end - 2)).isCutOff).toBe(true)
})

test.each(['jpeg', 'png'] as PictureName[])('the sides that a %s claims are read', (name) => {
  expect(inspectFile(claiming(name, 65_535, 65_500)).size).toEqual({
    width: 65_535,
    height: 65_500,
  })
})

test.each([
  ['\0\0\0\x18ftypheic\0\0\0\0', 'heic'],
  ['\0\0\0\x18ftypavif\0\0\0\0', 'other'],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'other'],
  ['', 'other'],
])('HEIC is known by its brand, and nothing else is taken for a picture: %j', (text, kind) => {
  expect(inspectFile(new TextEncoder().encode(text)).kind).toBe(kind)
})
