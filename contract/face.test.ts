import { expect, test } from 'vitest'
import { TONES, toThumbnail, toTone, toWholePhoto } from './face.ts'

test('a thumbnail’s path follows from its photo’s, and leads back to it', () => {
  const photo = '/media/profiles/a-b_9.webp'
  const thumbnail = '/media/profiles/a-b_9.thumbnail.webp'
  expect([toThumbnail(photo), toThumbnail(null)]).toEqual([thumbnail, null])
  expect([thumbnail, photo].map(toWholePhoto)).toEqual([photo, photo])
})

test('every person has one of eight colours, and a crowd spreads evenly over them', () => {
  expect(toTone('7f0c1a52-7b7e-4a35-9a39-2c1de2f3a001')).toBe(1)
  const tones = Array.from({ length: 8_000 }, () => toTone(crypto.randomUUID()))
  for (let tone = 0; tone < TONES; tone += 1)
    expect(tones.filter((one) => one === tone).length).toBeGreaterThan(800)
})
