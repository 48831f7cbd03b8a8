import { expect, test } from 'vitest'
import { PICTURE_TYPES } from '#contract/person.ts'
import { mintMediaKey, toPictureType } from './keys.ts'

test('T26 a picture’s key is its folder, 192 random bits and its type’s extension', () => {
  expect(mintMediaKey('logos', 'image/jpeg')).toMatch(/^logos\/[\w-]{32}\.jpg$/)
  expect(mintMediaKey('photos', 'image/png')).toMatch(/^photos\/[\w-]{32}\.png$/)
  expect(mintMediaKey('profiles', 'image/webp')).toMatch(/^profiles\/[\w-]{32}\.webp$/)
  const keys = Array.from({ length: 1_000 }, () => mintMediaKey('profiles', 'image/webp'))
  expect(new Set(keys).size).toBe(1_000)
})

test('a key says the type that it was minted for', () => {
  const keys = PICTURE_TYPES.map((type) => mintMediaKey('logos', type))
  expect(keys.map(toPictureType)).toEqual(PICTURE_TYPES)
  expect(() => toPictureType('logos/none')).toThrow('the key of no picture')
})
