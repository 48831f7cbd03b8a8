import { expect, test } from 'vitest'
import { BOX_SIDE_PX, planFrame } from './frames.ts'

const REDUCED = { area: 'box', sideMax: 260 } as const
const FULL = { area: 'box', sideMax: 640 } as const
const WHOLE = { area: 'view', sideMax: 260 } as const

const VIEW = { width: 1280, height: 720, viewSide: 360 }

test('what is scanned is the square box in the middle of the picture', () => {
  expect(planFrame(VIEW, REDUCED)).toEqual({ x: 390, y: 110, size: 500, side: 260 })
  expect(planFrame(VIEW, FULL)).toEqual({ x: 390, y: 110, size: 500, side: 500 })
})

test('a code that overflows the box is seen in the whole viewfinder', () => {
  expect(planFrame(VIEW, WHOLE).size).toBe(VIEW.height)
})

test('a viewfinder smaller than the box is scanned whole', () => {
  expect(planFrame({ ...VIEW, viewSide: BOX_SIDE_PX - 20 }, FULL).size).toBe(720)
})

test('a small picture is never enlarged', () => {
  const tiny = planFrame({ width: 120, height: 160, viewSide: 300 }, FULL)
  expect(tiny).toEqual({ x: 10, y: 30, size: 100, side: 100 })
})
