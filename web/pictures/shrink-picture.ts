import { fitInside } from './fit-inside.ts'
import { inspectFile } from './inspect-file.ts'

export type PictureProblem = 'unreadable' | 'heic' | 'cutOff' | 'tooWide' | 'tooLarge'
export type ShrunkPicture =
  | { picture: Blob; problem?: never }
  | { picture?: never; problem: PictureProblem }

export interface PictureLimits {
  sidePx: number
  bytes: number
}

/** The largest cameras of phones make 200 megapixels; what claims more is a bomb. */
const PIXELS_MAX = 210_000_000
const QUALITIES = [0.86, 0.75, 0.62, 0.5, 0.38]
const SMALLER = 0.7

/** Makes a picture small enough to send. Whatever stood in its metadata stays behind. */
export async function shrinkPicture(
  file: Blob,
  { sidePx, bytes: bytesMax }: PictureLimits,
): Promise<ShrunkPicture> {
  const { kind, size, isCutOff } = inspectFile(new Uint8Array(await file.arrayBuffer()))
  if (size && size.width * size.height > PIXELS_MAX) return { problem: 'tooWide' }
  if (isCutOff) return { problem: 'cutOff' }
  const bitmap = await decode(file)
  if (!bitmap) return { problem: kind === 'heic' ? 'heic' : 'unreadable' }
  try {
    for (const side of [sidePx, Math.round(sidePx * SMALLER)]) {
      const canvas = draw(bitmap, side)
      for (const quality of QUALITIES) {
        const picture = await encode(canvas, quality)
        if (picture && picture.size <= bytesMax) return { picture }
      }
    }
    return { problem: 'tooLarge' }
  } finally {
    bitmap.close()
  }
}

async function decode(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return null
  }
}

function draw(bitmap: ImageBitmap, side: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fitInside(bitmap, side))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No 2d context')
  // JPEG has no transparency, and black is what it makes of it.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** A browser without a WebP encoder (all of iOS) answers with PNG, and gets asked for JPEG. */
async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  const webp = await toBlob(canvas, 'image/webp', quality)
  return webp?.type === 'image/webp' ? webp : toBlob(canvas, 'image/jpeg', quality)
}

function toBlob(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality))
}
