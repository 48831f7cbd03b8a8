import { expect, test } from 'vitest'
import { BOX_SIDE_PX, planFrame } from './frames.ts'

const REDUCED = { area: 'box', sideMax: 260 } as const
const FULL = { area: 'box', sideMax: 640 } as const
const WHOLE = { area: 'view', sideMax: 260 } as const

const VIEW = { width: 1280, height: 720, viewSide: 360 }

test.each([
  ['what is scanned is the square box in the middle', {}, REDUCED, [390, 110, 500, 260]],
  ['it is reduced to its side at most', {}, FULL, [390, 110, 500, 500]],
  ['a code that overflows the box is seen in the whole viewfinder', {}, WHOLE, [280, 0, 720, 260]],
  [
    'a viewfinder smaller than the box is scanned whole',
    { viewSide: BOX_SIDE_PX - 20 },
    FULL,
    [280, 0, 720, 640],
  ],
  [
    'a small picture is never enlarged',
    { width: 120, height: 160, viewSide: 300 },
    FULL,
    [10, 30, 100, 100],
  ],
] as const)('%s', (_, view, look, [x, y, size, side]) => {
  expect(planFrame({ ...VIEW, ...view }, look)).toEqual({ x, y, size, side })
})
