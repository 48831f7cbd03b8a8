import type { Crop } from './frame-plan.ts'

/** What an engine reads: pixels, or a picture from which another thread takes them. */
export type Frame = ImageBitmap | ImageData

interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}
interface Size {
  width: number
  height: number
}

/** Safari before 16.4 cannot draw in a worker: there the pixels are taken here. */
const CAN_DRAW_IN_WORKERS = typeof OffscreenCanvas === 'function'

let canvas: HTMLCanvasElement | undefined

function drawHere(source: CanvasImageSource, from: Rectangle, to: Size): ImageData {
  canvas ??= document.createElement('canvas')
  Object.assign(canvas, to)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser has no canvas left.')
  context.drawImage(source, from.x, from.y, from.width, from.height, 0, 0, to.width, to.height)
  return context.getImageData(0, 0, to.width, to.height)
}

async function take(
  source: HTMLVideoElement | ImageBitmap,
  from: Rectangle,
  to: Size,
): Promise<Frame> {
  if (!CAN_DRAW_IN_WORKERS) return drawHere(source, from, to)
  return await createImageBitmap(source, from.x, from.y, from.width, from.height, {
    resizeWidth: to.width,
    resizeHeight: to.height,
    resizeQuality: 'medium',
  })
}

/** Takes a square out of the running video. */
export function takeFrame(video: HTMLVideoElement, { x, y, size, side }: Crop): Promise<Frame> {
  return take(video, { x, y, width: size, height: size }, { width: side, height: side })
}

/** The whole picture with at most this many pixels on its longer side. */
export function reduce(picture: ImageBitmap, longerSideMax: number): Promise<Frame> {
  const { width, height } = picture
  const scale = Math.min(1, longerSideMax / Math.max(width, height))
  const toLength = (length: number) => Math.max(1, Math.round(length * scale))
  return take(
    picture,
    { x: 0, y: 0, width, height },
    { width: toLength(width), height: toLength(height) },
  )
}

/** In a worker, whose canvas no other thread waits for. */
export function toPixels(frame: Frame): ImageData {
  if (frame instanceof ImageData) return frame
  const { width, height } = frame
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This worker has no canvas.')
  context.drawImage(frame, 0, 0)
  frame.close()
  return context.getImageData(0, 0, width, height)
}
