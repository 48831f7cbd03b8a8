import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { inRoot } from '#scripts/paths.ts'

/** Reads a black and white PNG as zint writes it: one chunk, one bit a pixel, 0 white, unfiltered lines. */
export function readBlackAndWhitePng(path: string): ImageData {
  const file = readFileSync(inRoot(path))
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const body = file.indexOf('IDAT') + 4
  const lines = inflateSync(file.subarray(body, body + file.readUInt32BE(body - 8)))
  const lineBytes = 1 + Math.ceil(width / 8)
  if (lines.length !== height * lineBytes) throw new Error(`${path} is no black and white PNG.`)
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const byte = lines[y * lineBytes + 1 + (x >> 3)] ?? 0
      const isBlack = ((byte >> (7 - (x & 7))) & 1) === 1
      if (isBlack) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  return { data, width, height, colorSpace: 'srgb', pixelFormat: 'rgba-unorm8' } as ImageData
}
