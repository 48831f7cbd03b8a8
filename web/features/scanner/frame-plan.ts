/** On the screen, in CSS pixels. */
export const BOX_SIDE_PX = 250
export const FRAMES_PER_SECOND = 10

/** Engines gain nothing above this; 4K frames only cost time. */
const FULL_SIDE_PX = 640
/** Halving averages out noise in the dark and takes a quarter of the time. */
const REDUCED_SIDE_PX = 260
const SMALL_SIDE_PX = 172

export interface View {
  width: number
  height: number
  /** In CSS pixels; filled as by `object-fit: cover`. */
  viewSide: number
}

/** A square of `size` camera pixels, scaled to `side` pixels. */
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

/** Engines cycle through these sizes. The whole view catches a code held too near. */
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

/** For dark-on-light engines: every other turn is inverted, shifted by 1 each round. */
export function isInvertedTurn(turn: number): boolean {
  const round = Math.floor(turn / STEPS.length)
  return (turn + round) % 2 === 1
}
