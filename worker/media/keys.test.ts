import { expect, test } from 'vitest'
import { toThumbnail } from '#contract/face.ts'
import { isMediaKey, mintMediaKey } from './keys.ts'

test('T26 the name of a picture is 192 random bits, under its folder and with the ending of its type', () => {
  expect(mintMediaKey('logos', 'image/jpeg')).toMatch(/^logos\/[\w-]{32}\.jpg$/)
  expect(mintMediaKey('photos', 'image/png')).toMatch(/^photos\/[\w-]{32}\.png$/)
  expect(mintMediaKey('profiles', 'image/webp')).toMatch(/^profiles\/[\w-]{32}\.webp$/)
  const keys = Array.from({ length: 1_000 }, () => mintMediaKey('profiles', 'image/webp'))
  expect(new Set(keys).size).toBe(1_000)
})

test('T26 such a key and that of its thumbnail are a picture’s, and nothing else in the bucket is', () => {
  const key = mintMediaKey('profiles', 'image/webp')
  expect([key, toThumbnail(key)].map(isMediaKey)).toEqual([true, true])
  const name = 'x'.repeat(32)
  for (const other of [
    ...['', name, `${key}x`, `x${key}`, `/${key}`, `profiles/../reports/${name}.webp`],
    ...[`reports/${name}.webp`, `profiles/${name}.svg`, `profiles/short.webp`, `profiles/${name}`],
  ])
    expect([other, isMediaKey(other)]).toEqual([other, false])
})
