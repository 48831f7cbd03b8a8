import type { Size } from './geometry.ts'

export type PictureProblem = 'unreadable' | 'heic' | 'cutOff' | 'tooWide' | 'tooLarge'
export type OpenedPicture =
  | { bitmap: ImageBitmap; problem?: never }
  | { bitmap?: never; problem: PictureProblem }

/** The largest phone cameras make 200 megapixels; more is a decompression bomb. */
const PIXELS_MAX = 210_000_000

/** Applies the orientation. The caller closes the bitmap. */
export async function openPicture(file: Blob): Promise<OpenedPicture> {
  const { kind, size, isCutOff } = inspectFile(new Uint8Array(await file.arrayBuffer()))
  if (size && size.width * size.height > PIXELS_MAX) return { problem: 'tooWide' }
  const bitmap = await decode(isCutOff && kind === 'jpeg' ? withEnd(file) : file, kind)
  if (isCutOff && !(bitmap && isWhole(bitmap))) {
    bitmap?.close()
    return { problem: 'cutOff' }
  }
  if (!bitmap) return { problem: kind === 'heic' ? 'heic' : 'unreadable' }
  return { bitmap }
}

/** Some panoramas lack the end marker alone; then engines refuse the file or leave out its last rows. */
const withEnd = (jpeg: Blob) => new Blob([jpeg, Uint8Array.of(FILL, END)], { type: 'image/jpeg' })

async function decode(file: Blob, kind: Inspection['kind']): Promise<ImageBitmap | null> {
  const options: ImageBitmapOptions = { imageOrientation: 'from-image' }
  const bitmap = await createImageBitmap(file, options).catch(() => null)
  return bitmap ?? (kind === 'other' ? null : await decodeInElement(file).catch(() => null))
}

/** Some engines open in an element what `createImageBitmap` refuses. */
async function decodeInElement(file: Blob): Promise<ImageBitmap> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight })
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return await createImageBitmap(canvas)
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

/** Decoders fill the rows that a file lacks with one colour. */
function isWhole(picture: ImageBitmap): boolean {
  const width = Math.min(picture.width, ROW_SAMPLES)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height: 1 })
  const context = canvas.getContext('2d')
  if (!context) return false
  context.drawImage(picture, 0, picture.height - 1, picture.width, 1, 0, 0, width, 1)
  const [first, ...others] = new Uint32Array(context.getImageData(0, 0, width, 1).data.buffer)
  return others.some((pixel) => pixel !== first)
}

const ROW_SAMPLES = 256

export interface Inspection {
  kind: 'jpeg' | 'png' | 'webp' | 'heic' | 'other'
  /** From the header; null if it was not read. */
  size: Size | null
  /** The end is missing: browsers draw the rest grey. */
  isCutOff: boolean
}

const HEIC_BRANDS = /^(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/

export function inspectFile(bytes: Uint8Array<ArrayBuffer>): Inspection {
  const text = (at: number, length: number) =>
    String.fromCharCode(...bytes.subarray(at, at + length))
  if (text(0, 3) === '\xff\xd8\xff') return inspectJpeg(bytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') {
    if (bytes.length < 33) return { kind: 'png', size: null, isCutOff: true }
    const size = { width: view.getUint32(16), height: view.getUint32(20) }
    return { kind: 'png', size, isCutOff: !hasItsEnd(bytes) }
  }
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') {
    return { kind: 'webp', size: null, isCutOff: view.getUint32(4, true) + 8 > bytes.length }
  }
  const isHeic = text(4, 4) === 'ftyp' && HEIC_BRANDS.test(text(8, 4))
  return { kind: isHeic ? 'heic' : 'other', size: null, isCutOff: false }
}

// Programs append a few bytes after the last chunk, IEND.
const SEARCHED_BYTES = 64 * 1024
const IEND = [0x49, 0x45, 0x4e, 0x44]

function hasItsEnd(bytes: Uint8Array): boolean {
  const first = Math.max(0, bytes.length - SEARCHED_BYTES)
  for (let at = bytes.length - IEND.length; at >= first; at -= 1) {
    if (IEND.every((byte, index) => bytes[at + index] === byte)) return true
  }
  return false
}

/** Only a missing end marker means truncated. Other oddities are left to the decoder. */
function inspectJpeg(bytes: Uint8Array): Inspection {
  let size: Size | null = null
  let at = 2
  while (bytes[at] === 0xff && bytes[at + 1] !== END) {
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) size ??= { height: read16(bytes, at + 5), width: read16(bytes, at + 7) }
    at = marker === FILL ? at + 1 : at + 2 + read16(bytes, at + 2)
    if (marker === SCAN) at = skipScan(bytes, at)
  }
  return { kind: 'jpeg', size, isCutOff: at + 1 >= bytes.length }
}

const FILL = 0xff
const SCAN = 0xda
const END = 0xd9

/** Not searched from the end of the file: motion photos append megabytes of video. */
function skipScan(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (!isScanData(bytes[at + 1])) return at
  }
  return bytes.length
}

/** After 0xff: a stuffed zero, a restart marker, or one more 0xff. */
function isScanData(next = 0): boolean {
  return next === 0 || next === FILL || (next >= 0xd0 && next <= 0xd7)
}

/** SOF0 to SOF15 without DHT, JPG and DAC, which lie in between. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function read16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}
