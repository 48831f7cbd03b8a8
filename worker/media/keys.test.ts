import { expect, test } from 'vitest'
import { mintMediaKey } from './keys.ts'

test('T26 a picture’s key is its folder, 192 random bits and its type’s extension', () => {
  expect(mintMediaKey('logos', 'image/jpeg')).toMatch(/^logos\/[\w-]{32}\.jpg$/)
  expect(mintMediaKey('photos', 'image/png')).toMatch(/^photos\/[\w-]{32}\.png$/)
  expect(mintMediaKey('profiles', 'image/webp')).toMatch(/^profiles\/[\w-]{32}\.webp$/)
  const keys = Array.from({ length: 1_000 }, () => mintMediaKey('profiles', 'image/webp'))
  expect(new Set(keys).size).toBe(1_000)
})
