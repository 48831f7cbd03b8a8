import { expect, test } from 'vitest'
import { mintMediaKey } from './keys.ts'

test('T26 the name of a picture is 192 random bits, under its folder and with the ending of its type', () => {
  expect(mintMediaKey('logos', 'image/jpeg')).toMatch(/^logos\/[\w-]{32}\.jpg$/)
  expect(mintMediaKey('photos', 'image/png')).toMatch(/^photos\/[\w-]{32}\.png$/)
  expect(mintMediaKey('profiles', 'image/webp')).toMatch(/^profiles\/[\w-]{32}\.webp$/)
  const keys = Array.from({ length: 1_000 }, () => mintMediaKey('profiles', 'image/webp'))
  expect(new Set(keys).size).toBe(1_000)
})
