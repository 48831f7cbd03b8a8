import { expect, test } from 'vitest'
import { fitInside } from './fit-inside.ts'

test('the longest side is what is limited; small pictures and thin ones stay whole', () => {
  expect(fitInside({ width: 4_000, height: 3_000 }, 512)).toEqual({ width: 512, height: 384 })
  expect(fitInside({ width: 3_000, height: 4_000 }, 512)).toEqual({ width: 384, height: 512 })
  expect(fitInside({ width: 100, height: 80 }, 512)).toEqual({ width: 100, height: 80 })
  expect(fitInside({ width: 10_000, height: 3 }, 512)).toEqual({ width: 512, height: 1 })
})
