import { expect, test } from 'vitest'
import { judgeGround } from './ground.ts'

const CLEAR = [255, 255, 255, 0]
const WHITE = [255, 255, 255, 255]
const BLACK = [0, 0, 0, 255]
const YELLOW = [250, 200, 40, 255]
const RED = [180, 30, 30, 255]
const SIGNAL_RED = [220, 30, 30, 255]
const GREEN = [0, 120, 60, 255]
const NAVY = [10, 20, 80, 255]
const times = (count: number, pixel: number[]) => Array.from({ length: count }, () => pixel)

test.each([
  ['no transparent part', [WHITE, BLACK], null],
  ['white on transparent', [CLEAR, WHITE, CLEAR, WHITE], '#000'],
  ['yellow on transparent', [CLEAR, YELLOW], '#000'],
  ['black on transparent', [CLEAR, BLACK, CLEAR], '#fff'],
  ['red on transparent', [CLEAR, RED], '#fff'],
  ['white letters and a red emblem', [CLEAR, ...times(4, WHITE), ...times(6, SIGNAL_RED)], '#000'],
  ['white letters and a green emblem', [CLEAR, ...times(3, WHITE), ...times(7, GREEN)], '#000'],
  ['black letters and a yellow emblem', [CLEAR, ...times(6, BLACK), ...times(4, YELLOW)], '#fff'],
  ['white letters and more of navy', [CLEAR, ...times(3, WHITE), ...times(7, NAVY)], '#fff'],
  ['pale edges of white letters', [CLEAR, [255, 255, 255, 40], [255, 255, 255, 90]], '#000'],
  ['nothing at all', [CLEAR, CLEAR], '#fff'],
])('O12 a picture with %s is laid on the ground that lets it be seen', (_, pixels, ground) => {
  expect(judgeGround(Uint8ClampedArray.from(pixels.flat()))).toBe(ground)
})
