import { expect, test } from 'vitest'
import { lookAt, SIZES } from './looks.ts'

test('the platform’s detector sees each size both upright and inverted within two rounds', () => {
  const turns = Array.from({ length: 2 * SIZES.length }, (_, turn) => lookAt('native', turn))
  const seen = turns.map(({ area, sideMax, isInverted }) => `${area} ${sideMax} ${isInverted}`)
  expect(new Set(seen).size).toBe(2 * SIZES.length)
})
