/** Side of the box on the screen, in CSS pixels. */
export const BOX_SIDE_PX = 250
export const FRAMES_PER_SECOND = 10

/** Larger gives no engine more than it can use; a 4K camera would only cost time. */
const FULL_SIDE_PX = 640
/** Halving averages the noise of a dark room away, and is read in a quarter of the time. */
const REDUCED_SIDE_PX = 260
const SMALL_SIDE_PX = 172

/** What of the camera's picture the square viewfinder shows. */
export interface View {
  width: number
  height: number
  /** Side of the viewfinder in CSS pixels; it is filled as by `object-fit: cover`. */
  viewSide: number
}

/** A square of the camera's picture, `size` pixels wide there, to be read as `side` pixels. */
export interface Crop {
  x: number
  y: number
  size: number
  side: number
}

interface Step {
  area: 'box' | 'view'
  sideMax: number
}

/**
 * What a code hides in one size it may show in another, so each engine goes round these. Three of
 * four cost little. The whole view is among them because a code held too near overflows the box.
 */
export const STEPS: readonly Step[] = [
  { area: 'box', sideMax: REDUCED_SIDE_PX },
  { area: 'box', sideMax: FULL_SIDE_PX },
  { area: 'view', sideMax: REDUCED_SIDE_PX },
  { area: 'box', sideMax: SMALL_SIDE_PX },
]

export function planFrame({ width, height, viewSide }: View, turn: number): Crop {
  const { area, sideMax } = STEPS[turn % STEPS.length] as Step
  const view = Math.min(width, height)
  const boxShare = Math.min(1, BOX_SIDE_PX / viewSide)
  const size = Math.max(1, Math.round(area === 'box' ? view * boxShare : view))
  return {
    x: Math.round((width - size) / 2),
    y: Math.round((height - size) / 2),
    size,
    side: Math.min(size, sideMax),
  }
}

/**
 * Whether an engine that reads dark on light alone gets this turn's picture inverted: every other
 * one, the odd steps in one round and the even ones in the next.
 */
export function isInvertedTurn(turn: number): boolean {
  const round = Math.floor(turn / STEPS.length)
  return (turn + round) % 2 === 1
}
