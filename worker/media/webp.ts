import { concatBytes, hasBytesAt, readTag, viewOf } from './bytes.ts'
import type { PictureReader } from './picture-reader.ts'

const HEAD_BYTES = 12
const CHUNK_HEAD_BYTES = 8
const ALPHA_FLAG = 0x10

interface Chunk {
  tag: string
  data: Uint8Array
}
interface Size {
  width: number
  height: number
}

/** Drops EXIF, XMP, ICC and unknown chunks. Refuses animations. */
export const readWebp: PictureReader = (bytes) => {
  if (readTag(bytes, 0) !== 'RIFF' || readTag(bytes, 8) !== 'WEBP') return null
  const chunks = readChunks(bytes)
  const images = chunks?.filter(({ tag }) => tag === 'VP8 ' || tag === 'VP8L')
  const [image] = images ?? []
  if (!chunks || !image || images?.length !== 1) return null
  if (chunks.some(({ tag }) => tag === 'ANIM' || tag === 'ANMF')) return null
  const size = image.tag === 'VP8 ' ? readLossySize(image.data) : readLosslessSize(image.data)
  if (!size) return null
  const alpha = image.tag === 'VP8 ' ? chunks.find(({ tag }) => tag === 'ALPH') : undefined
  return { type: 'image/webp', ...size, scans: 1, bytes: rebuild(image, alpha, size) }
}

function readChunks(bytes: Uint8Array): Chunk[] | null {
  const chunks: Chunk[] = []
  const view = viewOf(bytes)
  const end = CHUNK_HEAD_BYTES + view.getUint32(4, true)
  if (end > bytes.length) return null
  let at = HEAD_BYTES
  while (at + CHUNK_HEAD_BYTES <= end) {
    const start = at + CHUNK_HEAD_BYTES
    const length = view.getUint32(at + 4, true)
    if (start + length > end) return null
    chunks.push({ tag: readTag(bytes, at), data: bytes.subarray(start, start + length) })
    at = start + length + (length % 2)
  }
  return chunks
}

/** VP8: key frame tag, start code, 14 bits each of width and height (RFC 6386, 9.1). */
function readLossySize(data: Uint8Array): Size | null {
  const keyFrame = data.length >= 10 && ((data[0] ?? 1) & 1) === 0
  if (!keyFrame || !hasBytesAt(data, 3, [0x9d, 0x01, 0x2a])) return null
  const view = viewOf(data)
  return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff }
}

/** VP8L: signature byte, 14 bits each of width - 1 and height - 1 (RFC 9649, 3.4). */
function readLosslessSize(data: Uint8Array): Size | null {
  if (data.length < 5 || data[0] !== 0x2f) return null
  const bits = viewOf(data).getUint32(1, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function rebuild(image: Chunk, alpha: Chunk | undefined, size: Size): Uint8Array<ArrayBuffer> {
  const chunks = alpha ? [toCanvas(size), alpha, image] : [image]
  const body = concatBytes([encode('WEBP'), ...chunks.flatMap(toPieces)])
  return concatBytes([encode('RIFF'), toLength(body.length), body])
}

function toCanvas({ width, height }: Size): Chunk {
  const data = new Uint8Array(10)
  const view = viewOf(data)
  view.setUint8(0, ALPHA_FLAG)
  view.setUint16(4, width - 1, true)
  view.setUint16(7, height - 1, true)
  return { tag: 'VP8X', data }
}

function toPieces({ tag, data }: Chunk): Uint8Array[] {
  return [encode(tag), toLength(data.length), data, new Uint8Array(data.length % 2)]
}

function toLength(length: number): Uint8Array {
  const bytes = new Uint8Array(4)
  viewOf(bytes).setUint32(0, length, true)
  return bytes
}

function encode(tag: string): Uint8Array {
  return new TextEncoder().encode(tag)
}
