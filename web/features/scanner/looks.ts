export type EngineName = 'native' | 'jsqr' | 'zxing'

/** How one frame is cut out and read. */
export interface Look extends Reading {
  area: 'box' | 'view'
  sideMax: number
}

export interface Reading {
  /** For an engine that reads only dark on light. */
  isInverted?: boolean
  /** All sixteen formats; otherwise QR codes, several times faster. */
  isEveryFormat?: boolean
  /** Looks for a card alone on its paper: MaxiCode is read only so. */
  isIsolated?: boolean
  /** One threshold for the whole picture instead of one for each neighbourhood. */
  isGlobal?: boolean
  /** Shifts the middle of the picture by this part of its height: straightens codes on cloth. */
  bend?: number
}

/** Engines gain nothing above this; 4K frames only cost time. */
const FULL_SIDE_PX = 640
/** Halving averages out noise in the dark and takes a quarter of the time. */
const REDUCED_SIDE_PX = 260
const SMALL_SIDE_PX = 172

const FULL = { area: 'box', sideMax: FULL_SIDE_PX } as const
const REDUCED = { area: 'box', sideMax: REDUCED_SIDE_PX } as const
const SMALL = { area: 'box', sideMax: SMALL_SIDE_PX } as const
/** Catches a code held too near. */
const VIEW = { area: 'view', sideMax: REDUCED_SIDE_PX } as const

/** jsQR and the platform's detector cycle through these. */
export const SIZES: readonly Look[] = [REDUCED, FULL, VIEW, SMALL]

const BEND = 0.06

/** One second of zxing. */
export const ZXING_LOOKS: readonly Look[] = [
  FULL,
  REDUCED,
  VIEW,
  SMALL,
  { ...REDUCED, isEveryFormat: true, isIsolated: true },
  { ...FULL, bend: BEND },
  { ...REDUCED, isGlobal: true },
  { ...VIEW, isGlobal: true },
  { ...FULL, bend: -BEND },
  { ...FULL, isEveryFormat: true },
]

/** Every format that an engine can read. A photo has the time for it. */
export const THOROUGH: Reading = { isEveryFormat: true }

/** How a whole photo is read. */
export interface PhotoLook extends Reading {
  sideMax: number
}

/** Finds a code that fills the photo, a distant one and a blurred one. */
export const PHOTO_LOOKS: readonly PhotoLook[] = [1_200, 600, 2_400, 300].flatMap((sideMax) => [
  { ...THOROUGH, sideMax },
  { ...THOROUGH, sideMax, isInverted: true },
])

/** Finds codes in uneven light, on cloth and at other distances. */
export const MORE_PHOTO_LOOKS: readonly PhotoLook[] = [
  ...[1_200, 600, 300].map((sideMax) => ({ ...THOROUGH, sideMax, isGlobal: true })),
  ...[BEND, -BEND].flatMap((bend) => [1_200, 600].map((sideMax) => ({ sideMax, bend }))),
  { ...THOROUGH, sideMax: 600, isIsolated: true },
  { ...THOROUGH, sideMax: 4_000 },
  ...[900, 450, 220].map((sideMax) => ({ ...THOROUGH, sideMax })),
]

export function lookAt(engine: EngineName, turn: number): Look {
  if (engine === 'zxing') return ZXING_LOOKS[turn % ZXING_LOOKS.length] as Look
  return { ...(SIZES[turn % SIZES.length] as Look), isInverted: isInvertedTurn(turn) }
}

/** Every other turn, shifted by 1 each round, so that every size is seen both ways. */
function isInvertedTurn(turn: number): boolean {
  const round = Math.floor(turn / SIZES.length)
  return (turn + round) % 2 === 1
}
