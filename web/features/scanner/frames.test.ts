import { expect, test } from 'vitest'
import { BOX_SIDE_PX, isInvertedTurn, planFrame, STEPS } from './frames.ts'

const VIEW = { width: 1280, height: 720, viewSide: 360 }

test('what is scanned is the square box in the middle of the picture', () => {
  expect(planFrame(VIEW, 0)).toEqual({ x: 390, y: 110, size: 500, side: 260 })
  expect(planFrame(VIEW, 1)).toEqual({ x: 390, y: 110, size: 500, side: 500 })
})

test('a code that overflows the box is seen in one turn of four', () => {
  const turns = STEPS.map((_, turn) => planFrame(VIEW, turn).size)
  expect(turns.filter((size) => size === VIEW.height)).toHaveLength(1)
})

test('turns go round', () => {
  expect(planFrame(VIEW, STEPS.length)).toEqual(planFrame(VIEW, 0))
})

test('each step is seen both upright and inverted within two rounds', () => {
  const turns = Array.from({ length: 2 * STEPS.length }, (_, turn) => turn)
  const seen = turns.map((turn) => `step ${turn % STEPS.length} inverted: ${isInvertedTurn(turn)}`)
  expect(new Set(seen).size).toBe(2 * STEPS.length)
})

test('a viewfinder smaller than the box is scanned whole', () => {
  expect(planFrame({ ...VIEW, viewSide: BOX_SIDE_PX - 20 }, 1).size).toBe(720)
})

test('a small picture is never enlarged', () => {
  const tiny = planFrame({ width: 120, height: 160, viewSide: 300 }, 1)
  expect(tiny).toEqual({ x: 10, y: 30, size: 100, side: 100 })
})
