import type { Area, Size } from '#web/pictures/geometry.ts'
import { fitInside } from '#web/pictures/geometry.ts'
import type { Ground } from '#web/pictures/ground.ts'
import type { Look } from './looks.ts'

/** On the screen, in CSS pixels. */
export const BOX_SIDE_PX = 250
export const FRAMES_PER_SECOND = 10
/** Once zxing reads every frame, jsQR reads only 1 in 5: it saves battery. */
export const JSQR_EVERY_TICKS = 5

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

export function planFrame({ width, height, viewSide }: View, { area, sideMax }: Look): Crop {
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

export type Frame = ImageBitmap | ImageData

export interface Clip {
  picture: VideoFrame
  crop: Crop
}

/** Safari before 16.4 cannot draw in a worker: pixels are read here. */
const CAN_DRAW_IN_WORKERS = typeof OffscreenCanvas === 'function'

let canvas: HTMLCanvasElement | undefined

function drawHere(
  source: CanvasImageSource,
  from: Area,
  to: Size,
  ground: Ground | null = null,
): ImageData {
  canvas ??= document.createElement('canvas')
  Object.assign(canvas, to)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser has no canvas left.')
  if (ground) {
    context.fillStyle = ground
    context.fillRect(0, 0, to.width, to.height)
  }
  context.drawImage(source, from.x, from.y, from.width, from.height, 0, 0, to.width, to.height)
  return context.getImageData(0, 0, to.width, to.height)
}

async function take(source: HTMLVideoElement | ImageBitmap, from: Area, to: Size): Promise<Frame> {
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

/** `ground`: what to lay a picture with transparent parts on. */
export async function reduce(
  picture: ImageBitmap,
  longerSideMax: number,
  ground: Ground | null,
): Promise<Frame> {
  const { width, height } = picture
  const from = { x: 0, y: 0, width, height }
  const to = fitInside(picture, longerSideMax)
  return ground ? drawHere(picture, from, to, ground) : await take(picture, from, to)
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

const BRIGHTNESS_SIDE_PX = 16

/** Mean level of the middle square, 0 to 255. Blocks for about a millisecond. */
export function readBrightness(video: HTMLVideoElement): number {
  const { videoWidth, videoHeight } = video
  const side = Math.min(videoWidth, videoHeight)
  const from = {
    x: (videoWidth - side) / 2,
    y: (videoHeight - side) / 2,
    width: side,
    height: side,
  }
  const { data } = drawHere(video, from, { width: BRIGHTNESS_SIDE_PX, height: BRIGHTNESS_SIDE_PX })
  const sum = data.reduce((total, level, at) => (at % 4 === 3 ? total : total + level), 0)
  return sum / (3 * BRIGHTNESS_SIDE_PX ** 2)
}
