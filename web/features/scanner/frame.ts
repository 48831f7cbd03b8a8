import type { Crop } from './frame-plan.ts'

export type Frame = ImageBitmap | ImageData

export interface Clip {
  picture: VideoFrame
  crop: Crop
}

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

/** Safari before 16.4 cannot draw in a worker: pixels are read here. */
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

function toVideoFrame(video: HTMLVideoElement): VideoFrame | null {
  try {
    return new VideoFrame(video)
  } catch {
    return null // the browser accepts only other sources
  }
}

/** Copies nothing: cropping here blocks for several ms. Null if frames cannot be transferred. */
export function takeClip(video: HTMLVideoElement, plan: (picture: Size) => Crop): Clip | null {
  if (typeof VideoFrame !== 'function' || !CAN_DRAW_IN_WORKERS) return null
  const picture = toVideoFrame(video)
  if (!picture) return null
  return { picture, crop: plan({ width: picture.displayWidth, height: picture.displayHeight }) }
}

export function takeFrame(video: HTMLVideoElement, { x, y, size, side }: Crop): Promise<Frame> {
  return take(video, { x, y, width: size, height: size }, { width: side, height: side })
}

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

export function toTransfer(frame: Frame | Clip): Transferable[] {
  if ('picture' in frame) return [frame.picture]
  return [frame instanceof ImageData ? frame.data.buffer : frame]
}

/** Blocks: call it in a worker. */
export function toPixels(frame: Frame | Clip): ImageData {
  if (frame instanceof ImageData) return frame
  const isClip = 'picture' in frame
  const width = isClip ? frame.crop.side : frame.width
  const height = isClip ? frame.crop.side : frame.height
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This worker has no canvas.')
  if (isClip) {
    const { x, y, size } = frame.crop
    context.imageSmoothingQuality = 'medium'
    context.drawImage(frame.picture, x, y, size, size, 0, 0, width, height)
    frame.picture.close()
  } else {
    context.drawImage(frame, 0, 0)
    frame.close()
  }
  return context.getImageData(0, 0, width, height)
}
