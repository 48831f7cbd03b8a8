import { concatBytes, hasBytesAt, readTag, viewOf } from './bytes.ts'
import type { PictureReader } from './picture-reader.ts'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/**
 * The most bytes that the format gives to each chunk that draws (PNG, third edition, 11.2 and 11.3). All
 * others are dropped: text, EXIF, ICC, times and the later frames of an animation.
 */
const MOST_BYTES = new Map([
  ['IHDR', 13],
  ['PLTE', 768],
  ['tRNS', 256],
  ['sRGB', 1],
  ['gAMA', 4],
  ['IDAT', Infinity],
  ['IEND', 0],
])
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
  const kept = chunks.filter(({ tag }) => MOST_BYTES.has(tag))
  if (kept.some(isTooLong) || !isWhole(kept.map(({ tag }) => tag))) return null
  const view = viewOf(header.bytes)
  return {
    type: 'image/png',
    width: view.getUint32(8),
    height: view.getUint32(12),
    scans: view.getUint8(20) === 0 ? 1 : INTERLACED_PASSES,
    bytes: concatBytes([bytes.subarray(0, SIGNATURE.length), ...kept.map((chunk) => chunk.bytes)]),
  }
}

function isTooLong({ tag, bytes }: Chunk): boolean {
  return bytes.length > AROUND_BYTES + (MOST_BYTES.get(tag) ?? 0)
}

/** There is data, and nothing else comes twice. */
function isWhole(tags: string[]): boolean {
  const others = tags.filter((tag) => tag !== 'IDAT')
  return others.length < tags.length && new Set(others).size === others.length
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
    if (tag === 'IEND') return chunks
    at = end
  }
  return null
}
