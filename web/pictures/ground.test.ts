import { expect, test } from 'vitest'
import { judgeGround } from './ground.ts'

const CLEAR = [255, 255, 255, 0]
const WHITE = [255, 255, 255, 255]
const BLACK = [0, 0, 0, 255]
const YELLOW = [250, 200, 40, 255]
const RED = [180, 30, 30, 255]

test.each([
  ['no transparent part', [WHITE, BLACK], null],
  ['white on transparent', [CLEAR, WHITE, CLEAR, WHITE], '#000'],
  ['yellow on transparent', [CLEAR, YELLOW], '#000'],
  ['black on transparent', [CLEAR, BLACK, CLEAR], '#fff'],
  ['red on transparent', [CLEAR, RED], '#fff'],
  ['nothing at all', [CLEAR, CLEAR], '#fff'],
])('O12 a picture with %s is laid on the ground that lets it be seen', (_, pixels, ground) => {
  expect(judgeGround(Uint8ClampedArray.from(pixels.flat()))).toBe(ground)
})
