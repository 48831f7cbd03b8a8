import { crc32, deflateSync } from 'node:zlib'

/** A colour for each pixel: red, green, blue. */
export type Paint = (x: number, y: number) => [number, number, number]

/** A PNG as a program would write it; uncompressed, so that its size can be chosen. */
export function writePng(width: number, height: number, paint: Paint, level = 0): Buffer {
  const lines = Buffer.alloc(height * (1 + width * 3))
  let at = 0
  for (let y = 0; y < height; y++) {
    at += 1
    for (let x = 0; x < width; x++) {
      for (const value of paint(x, y)) lines[at++] = value
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    toChunk('IHDR', header),
    toChunk('IDAT', deflateSync(lines, { level })),
    toChunk('IEND', Buffer.alloc(0)),
  ])
}

function toChunk(tag: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(tag, 'latin1'), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
