import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { inRoot } from '#scripts/paths.ts'

const HEADER_BYTES = 8
const BIT_DEPTH_AT = 24
const CHUNK_OVERHEAD_BYTES = 12

function readData(file: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = HEADER_BYTES; at < file.length; ) {
    const length = file.readUInt32BE(at)
    const body = at + 8
    if (file.toString('latin1', at + 4, body) === 'IDAT')
      parts.push(file.subarray(body, body + length))
    at += length + CHUNK_OVERHEAD_BYTES
  }
  return inflateSync(Buffer.concat(parts))
}

/** Reads a black and white PNG as zint writes it: one bit a pixel, 0 white, unfiltered lines. */
export function readBlackAndWhitePng(path: string): ImageData {
  const file = readFileSync(inRoot(path))
  const width = file.readUInt32BE(16)
  const height = file.readUInt32BE(20)
  const lines = readData(file)
  const lineBytes = 1 + Math.ceil(width / 8)
  const isReadable = file[BIT_DEPTH_AT] === 1 && lines.length === height * lineBytes
  if (!isReadable) throw new Error(`${path} is no black and white PNG.`)
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y++) {
    if (lines[y * lineBytes] !== 0) throw new Error(`Line ${y} of ${path} is filtered.`)
    for (let x = 0; x < width; x++) {
      const byte = lines[y * lineBytes + 1 + (x >> 3)] ?? 0
      const isBlack = ((byte >> (7 - (x & 7))) & 1) === 1
      if (isBlack) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  return { data, width, height, colorSpace: 'srgb', pixelFormat: 'rgba-unorm8' } as ImageData
}
