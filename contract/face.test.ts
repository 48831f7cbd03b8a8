import { expect, test } from 'vitest'
import { TONES, toThumbnail, toTone, toWholePhoto } from './face.ts'

test('a thumbnail’s path follows from its photo’s, and leads back to it', () => {
  const photo = '/media/profiles/a-b_9.webp'
  expect(toThumbnail(photo)).toBe('/media/profiles/a-b_9.thumbnail.webp')
  expect(toWholePhoto(toThumbnail(photo))).toBe(photo)
  expect(toWholePhoto(photo)).toBe(photo)
  expect(toThumbnail(null)).toBeNull()
})

test('every person has one of eight colours, and a crowd has all of them alike', () => {
  const ids = Array.from({ length: 8_000 }, () => crypto.randomUUID())
  expect(toTone('7f0c1a52-7b7e-4a35-9a39-2c1de2f3a001')).toBe(1)
  const counts = Array.from({ length: TONES }, () => 0)
  for (const id of ids) counts[toTone(id)] = (counts[toTone(id)] ?? 0) + 1
  for (const count of counts) expect(count).toBeGreaterThan(800)
})
