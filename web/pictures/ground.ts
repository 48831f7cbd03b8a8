const SAMPLE_PX = 32
/** Below it a pixel counts as transparent. Decoders round. */
const OPAQUE = 250
/** Luminances with less contrast than 3:1 (WCAG 1.4.11): above on white, below on black. */
const [LOST_ON_WHITE, LOST_ON_BLACK] = [0.3, 0.1]

export type Ground = '#fff' | '#000'

/** The ground on which a picture with transparent parts is seen; null if it has none. Blocks for a millisecond. */
export function groundOf(picture: ImageBitmap): Ground | null {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: SAMPLE_PX, height: SAMPLE_PX })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.drawImage(picture, 0, 0, SAMPLE_PX, SAMPLE_PX)
  return judgeGround(context.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX).data)
}

/**
 * Chooses the ground on which fewer pixels are lost, white if they are as many. `pixels`: red, green, blue and
 * alpha of each, 0 to 255.
 */
export function judgeGround(pixels: Uint8ClampedArray): Ground | null {
  let [lostOnWhite, lostOnBlack, isOpaque] = [0, 0, true]
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    const luminance = 0.2126 * toLight(red) + 0.7152 * toLight(green) + 0.0722 * toLight(blue)
    if (luminance > LOST_ON_WHITE) lostOnWhite += alpha
    if (luminance < LOST_ON_BLACK) lostOnBlack += alpha
    isOpaque &&= alpha >= OPAQUE
  }
  if (isOpaque) return null
  return lostOnWhite > lostOnBlack ? '#000' : '#fff'
}

/** Converts a level of sRGB to light, nearly. */
const toLight = (level: number): number => (level / 255) ** 2.2
