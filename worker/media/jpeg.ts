import { concatBytes, hasBytesAt, viewOf } from './bytes.ts'
import type { PictureReader } from './picture-reader.ts'

const MARKER = {
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  startOfScan: 0xda,
  adobe: 0xee,
  comment: 0xfe,
}
/** Browsers decode baseline, extended and progressive Huffman. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])
const TABLES = new Set([0xc4, 0xdb, 0xdd])
const ADOBE = [...'Adobe'].map((letter) => letter.charCodeAt(0))
const ADOBE_BYTES = 16

interface Segment {
  marker: number
  bytes: Uint8Array
}

/** Keeps Adobe's segment for the colours. Drops other APPn, comments and trailing bytes. */
export const readJpeg: PictureReader = (bytes) => {
  if (!hasBytesAt(bytes, 0, [0xff, MARKER.startOfImage, 0xff])) return null
  const segments = readSegments(bytes)
  const frames = segments?.filter(({ marker }) => FRAMES.has(marker))
  const [frame] = frames ?? []
  if (!segments || !frame || frames?.length !== 1 || frame.bytes.length < 11) return null
  const view = viewOf(frame.bytes)
  const kept = segments.filter(drawsThePicture).map((segment) => segment.bytes)
  return {
    type: 'image/jpeg',
    width: view.getUint16(7),
    height: view.getUint16(5),
    scans: segments.filter(({ marker }) => marker === MARKER.startOfScan).length,
    bytes: concatBytes([new Uint8Array([0xff, MARKER.startOfImage]), ...kept]),
  }
}

function drawsThePicture({ marker, bytes }: Segment): boolean {
  if (marker === MARKER.adobe) return bytes.length === ADOBE_BYTES && hasBytesAt(bytes, 4, ADOBE)
  return !isMetadata(marker)
}

function isMetadata(marker: number): boolean {
  return (marker >= 0xe0 && marker <= 0xef) || marker === MARKER.comment
}

function readSegments(bytes: Uint8Array): Segment[] | null {
  const segments: Segment[] = []
  let at = 2
  let scans = 0
  while (bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === MARKER.endOfImage) {
      segments.push({ marker, bytes: bytes.subarray(at, at + 2) })
      return scans > 0 ? segments : null
    }
    const end = findSegmentEnd(bytes, at, marker)
    if (end === null) return null
    segments.push({ marker, bytes: bytes.subarray(at, end) })
    if (marker === MARKER.startOfScan) scans += 1
    at = end
  }
  return null
}

function findSegmentEnd(bytes: Uint8Array, at: number, marker: number): number | null {
  const scan = marker === MARKER.startOfScan
  const known = scan || FRAMES.has(marker) || TABLES.has(marker) || isMetadata(marker)
  if (!known || at + 4 > bytes.length) return null
  const length = viewOf(bytes).getUint16(at + 2)
  const end = at + 2 + length
  if (length < 2 || end > bytes.length) return null
  return scan ? findNextMarker(bytes, end) : end
}

function findNextMarker(bytes: Uint8Array, from: number): number | null {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) return null
    const inside = next === 0x00 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!inside) return at
  }
  return null
}
