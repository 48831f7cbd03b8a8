import { concatBytes, hasBytesAt, readTag, viewOf } from './bytes.ts'
import type { PictureReader } from './picture-reader.ts'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** All other chunks are dropped: text, EXIF, ICC, times and the later frames of an animation. */
const DRAWS = new Set(['IHDR', 'PLTE', 'tRNS', 'sRGB', 'gAMA', 'IDAT', 'IEND'])
const AROUND_BYTES = 12
/** Adam7. */
const INTERLACED_PASSES = 7

interface Chunk {
  tag: string
  bytes: Uint8Array
}

export const readPng: PictureReader = (bytes) => {
  if (!hasBytesAt(bytes, 0, SIGNATURE)) return null
  const chunks = readChunks(bytes)
  const [header] = chunks ?? []
  if (!chunks || header?.tag !== 'IHDR' || header.bytes.length !== AROUND_BYTES + 13) return null
  if (count(chunks, 'IHDR') !== 1 || count(chunks, 'IDAT') === 0) return null
  const view = viewOf(header.bytes)
  const kept = chunks.filter(({ tag }) => DRAWS.has(tag)).map((chunk) => chunk.bytes)
  return {
    type: 'image/png',
    width: view.getUint32(8),
    height: view.getUint32(12),
    scans: view.getUint8(20) === 0 ? 1 : INTERLACED_PASSES,
    bytes: concatBytes([bytes.subarray(0, SIGNATURE.length), ...kept]),
  }
}

function count(chunks: Chunk[], tag: string): number {
  return chunks.filter((chunk) => chunk.tag === tag).length
}

function readChunks(bytes: Uint8Array): Chunk[] | null {
  const chunks: Chunk[] = []
  const view = viewOf(bytes)
  let at = SIGNATURE.length
  while (at + AROUND_BYTES <= bytes.length) {
    const end = at + AROUND_BYTES + view.getUint32(at)
    if (end > bytes.length) return null
    const tag = readTag(bytes, at + 4)
    chunks.push({ tag, bytes: bytes.subarray(at, end) })
    if (tag === 'IEND') return end === at + AROUND_BYTES ? chunks : null
    at = end
  }
  return null
}
