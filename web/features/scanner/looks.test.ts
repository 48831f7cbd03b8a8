import { expect, test } from 'vitest'
import { lookAt, SIZES, ZXING_LOOKS } from './looks.ts'

const second = ZXING_LOOKS.map((_, turn) => lookAt('zxing', turn))

test('zxing looks for QR codes, and for every format in two frames of ten', () => {
  expect(second).toHaveLength(10)
  expect(second.filter(({ isEveryFormat }) => isEveryFormat)).toHaveLength(2)
})

test('zxing straightens codes on cloth, hanging either way', () => {
  expect(second.flatMap(({ bend }) => bend ?? []).sort()).toEqual([-0.06, 0.06])
})

test('turns go round', () => {
  expect(lookAt('zxing', ZXING_LOOKS.length)).toEqual(lookAt('zxing', 0))
})

test('the platform’s detector sees each size both upright and inverted within two rounds', () => {
  const turns = Array.from({ length: 2 * SIZES.length }, (_, turn) => lookAt('native', turn))
  const seen = turns.map(({ area, sideMax, isInverted }) => `${area} ${sideMax} ${isInverted}`)
  expect(new Set(seen).size).toBe(2 * SIZES.length)
})
