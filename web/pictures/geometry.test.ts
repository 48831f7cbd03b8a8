import { expect, test } from 'vitest'
import { fitInside, moveSquare, wholeSquare, ZOOM_MAX, zoomOf, zoomSquare } from './geometry.ts'

const WIDE = { width: 400, height: 300 }
const MIDDLE = { x: 0.5, y: 0.5 }

test('at first the largest square in the middle is shown', () => {
  expect(wholeSquare(WIDE)).toEqual({ x: 50, y: 0, width: 300, height: 300 })
  expect(wholeSquare({ width: 300, height: 400 })).toEqual({ x: 0, y: 50, width: 300, height: 300 })
  expect(wholeSquare({ width: 1, height: 1 })).toEqual({ x: 0, y: 0, width: 1, height: 1 })
})

test('nothing moves the square out of the picture', () => {
  const square = wholeSquare(WIDE)
  expect(moveSquare(square, { x: -9, y: -9 }, WIDE)).toMatchObject({ x: 0, y: 0 })
  expect(moveSquare(square, { x: 9, y: 9 }, WIDE)).toMatchObject({ x: 100, y: 0 })
  expect(moveSquare(square, { x: 0.1, y: 0 }, WIDE)).toMatchObject({ x: 80, y: 0 })
})

test('zooming keeps the point that is pointed at', () => {
  const zoomed = zoomSquare(wholeSquare(WIDE), 2, MIDDLE, WIDE)
  expect(zoomed).toEqual({ x: 125, y: 75, width: 150, height: 150 })
  const corner = zoomSquare(wholeSquare(WIDE), 2, { x: 0, y: 0 }, WIDE)
  expect(corner).toMatchObject({ x: 50, y: 0 })
})

test('zoom has its ends, and zooming out again stays inside', () => {
  const near = zoomSquare(wholeSquare(WIDE), 99, { x: 1, y: 1 }, WIDE)
  expect(zoomOf(near, WIDE)).toBe(ZOOM_MAX)
  const far = zoomSquare(near, 0.1, { x: 0, y: 0 }, WIDE)
  expect(zoomOf(far, WIDE)).toBe(1)
  expect(far.x).toBeGreaterThanOrEqual(0)
  expect(far.x + far.width).toBeLessThanOrEqual(WIDE.width)
  expect(far.y).toBe(0)
})

test('the longest side is what is limited; small pictures and thin ones stay whole', () => {
  expect(fitInside({ width: 4_000, height: 3_000 }, 512)).toEqual({ width: 512, height: 384 })
  expect(fitInside({ width: 3_000, height: 4_000 }, 512)).toEqual({ width: 384, height: 512 })
  expect(fitInside({ width: 100, height: 80 }, 512)).toEqual({ width: 100, height: 80 })
  expect(fitInside({ width: 10_000, height: 3 }, 512)).toEqual({ width: 512, height: 1 })
})
