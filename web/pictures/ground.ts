const SAMPLE_PX = 32
/** Below it a pixel counts as transparent. Decoders round. */
const OPAQUE = 250
/** Mean level from which what is drawn would be lost on white. */
const LIGHT = 160

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

/** `pixels`: red, green, blue and alpha of each, 0 to 255. */
export function judgeGround(pixels: Uint8ClampedArray): Ground | null {
  let [levels, opacity, isOpaque] = [0, 0, true]
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    levels += alpha * (0.299 * red + 0.587 * green + 0.114 * blue)
    opacity += alpha
    isOpaque &&= alpha >= OPAQUE
  }
  if (isOpaque) return null
  return levels > LIGHT * opacity ? '#000' : '#fff'
}
