import type { Area } from './geometry.ts'
import { fitInside } from './geometry.ts'
import { groundOf } from './ground.ts'
import type { PictureProblem } from './open-picture.ts'
import { openPicture } from './open-picture.ts'

export type ShrunkPicture =
  | { picture: Blob; problem?: never }
  | { picture?: never; problem: PictureProblem }

export interface PictureLimits {
  sidePx: number
  bytes: number
  /** The best that is tried, of QUALITIES. */
  quality?: number
}

const QUALITIES = [0.86, 0.75, 0.62, 0.5, 0.38]
const SMALLER = 0.7

/** Re-encoding drops all metadata. */
export async function shrinkPicture(file: Blob, limits: PictureLimits): Promise<ShrunkPicture> {
  const { bitmap, problem } = await openPicture(file)
  if (!bitmap) return { problem }
  try {
    return await shrinkBitmap(bitmap, limits)
  } finally {
    bitmap.close()
  }
}

export async function shrinkBitmap(
  bitmap: ImageBitmap,
  { sidePx, bytes: bytesMax, quality: best = 1 }: PictureLimits,
  area: Area = { x: 0, y: 0, width: bitmap.width, height: bitmap.height },
): Promise<ShrunkPicture> {
  const qualities = QUALITIES.filter((quality) => quality <= best)
  for (const side of [sidePx, Math.round(sidePx * SMALLER)]) {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, fitInside(area, side))
    drawArea(canvas, bitmap, area)
    for (const quality of qualities) {
      const picture = await encode(canvas, quality)
      if (picture && picture.size <= bytesMax) return { picture }
    }
  }
  return { problem: 'tooLarge' }
}

export function drawArea(canvas: HTMLCanvasElement, bitmap: ImageBitmap, area: Area): void {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No 2d context')
  const { width, height } = canvas
  // JPEG has no transparency: it would become black.
  context.fillStyle = groundOf(bitmap) ?? '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, width, height)
}

/** Browsers without a WebP encoder (all of iOS) return PNG; then JPEG is used. */
async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  const webp = await toBlob(canvas, 'image/webp', quality)
  return webp?.type === 'image/webp' ? webp : toBlob(canvas, 'image/jpeg', quality)
}

function toBlob(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality))
}
