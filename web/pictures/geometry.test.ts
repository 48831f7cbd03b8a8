import { expect, test } from 'vitest'
import { fitInside, moveSquare, wholeSquare, ZOOM_MAX, zoomOf, zoomSquare } from './geometry.ts'

const WIDE = { width: 400, height: 300 }
const MIDDLE = { x: 0.5, y: 0.5 }

test.each([
  [400, 300, { x: 50, y: 0, width: 300, height: 300 }],
  [300, 400, { x: 0, y: 50, width: 300, height: 300 }],
  [1, 1, { x: 0, y: 0, width: 1, height: 1 }],
])('at first the largest square in the middle is shown, of %i × %i', (width, height, square) => {
  expect(wholeSquare({ width, height })).toEqual(square)
})

test.each([
  [-9, -9, 0],
  [9, 9, 100],
  [0.1, 0, 80],
])('nothing moves the square out of the picture: by %f, %f', (x, y, then) => {
  expect(moveSquare(wholeSquare(WIDE), { x, y }, WIDE)).toMatchObject({ x: then, y: 0 })
})

test('zooming keeps the point that is pointed at, has its ends, and out again stays inside', () => {
  const whole = wholeSquare(WIDE)
  const zoomed = zoomSquare(whole, 2, MIDDLE, WIDE)
  expect(zoomed).toEqual({ x: 125, y: 75, width: 150, height: 150 })
  expect(zoomSquare(whole, 2, { x: 0, y: 0 }, WIDE)).toMatchObject({ x: 50, y: 0 })
  const near = zoomSquare(whole, 99, { x: 1, y: 1 }, WIDE)
  expect(zoomOf(near, WIDE)).toBe(ZOOM_MAX)
  const far = zoomSquare(near, 0.1, { x: 0, y: 0 }, WIDE)
  expect(zoomOf(far, WIDE)).toBe(1)
  expect(far.x).toBeGreaterThanOrEqual(0)
  expect(far.x + far.width).toBeLessThanOrEqual(WIDE.width)
  expect(far.y).toBe(0)
})

test.each([
  [4_000, 3_000, 512, 384],
  [3_000, 4_000, 384, 512],
  [100, 80, 100, 80],
  [10_000, 3, 512, 1],
])(
  'the longest side is limited, small pictures and thin ones stay whole: %i × %i',
  (width, height, widthThen, heightThen) => {
    expect(fitInside({ width, height }, 512)).toEqual({ width: widthThen, height: heightThen })
  },
)
