import { expect, test } from 'vitest'
import { BAR_PICTURE, PERSON_PHOTO, readPicture } from '#worker/media/picture.ts'
import { claiming, jpegSegment, PICTURE_NAMES, withExtra } from './fakes/pictures.ts'

const MIB = 2 ** 20
const FULL_SEGMENT = jpegSegment(0xfe, 'x'.repeat(65_000))

// Node measures this, because workerd does not report its memory.
test('T23 reading a picture of any claimed size and content takes less than 16 MiB', () => {
  for (const limits of [PERSON_PHOTO, BAR_PICTURE]) {
    const { bytes, sidePx, pixels } = limits
    const pictures = [
      claiming('jpeg', 65_535, 65_535),
      claiming('png', 65_535, 65_535),
      withExtra('jpeg', FULL_SEGMENT.repeat(Math.floor(bytes / FULL_SEGMENT.length))),
      ...PICTURE_NAMES.map((name) => claiming(name, 16_383, 16_383)),
      ...PICTURE_NAMES.map((name) => claiming(name, sidePx, Math.floor(pixels / sidePx))),
    ]
    const used = pictures.map((picture) => {
      const before = usedBytes()
      try {
        readPicture(picture, limits)
      } catch {}
      return usedBytes() - before
    })
    expect(Math.max(...used)).toBeLessThan(16 * MIB)
  }
})

function usedBytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
