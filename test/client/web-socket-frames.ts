import { randomBytes } from 'node:crypto'

/** What RFC 6455 calls the kinds of frames. */
export const OPCODE = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

const FINAL = 0x80
const MASKED = 0x80
const HUGE_BYTES = 1_000_000

export type Frame = { opcode: number; isFinal: boolean; payload: Buffer; bytes: number }

/** The first frame of what a server sent, unmasked by its nature; null while it is not complete. */
export function readFrame(bytes: Buffer): Frame | null {
  if (bytes.length < 2) return null
  const first = bytes.readUInt8(0)
  const short = bytes.readUInt8(1) & 0x7f
  const header = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < header) return null
  const length =
    short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  if (bytes.length < header + length) return null
  const payload = bytes.subarray(header, header + length)
  return { opcode: first & 0x0f, isFinal: (first & FINAL) !== 0, payload, bytes: header + length }
}

/** One whole frame, masked as a client's must be. */
export function toFrame(opcode: number, payload: Buffer): Buffer {
  // A mask of zeros is one too, and spares the copy of what is as big as this.
  const isHuge = payload.length > HUGE_BYTES
  const mask = isHuge ? Buffer.alloc(4) : randomBytes(4)
  const header = Buffer.alloc(payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10)
  header.writeUInt8(FINAL | opcode, 0)
  if (header.length === 2) header.writeUInt8(MASKED | payload.length, 1)
  else if (header.length === 4) {
    header.writeUInt8(MASKED | 126, 1)
    header.writeUInt16BE(payload.length, 2)
  } else {
    header.writeUInt8(MASKED | 127, 1)
    header.writeBigUInt64BE(BigInt(payload.length), 2)
  }
  if (isHuge) return Buffer.concat([header, mask, payload])
  const masked = Buffer.from(payload)
  for (let at = 0; at < masked.length; at += 1) masked[at] = (masked[at] ?? 0) ^ (mask[at % 4] ?? 0)
  return Buffer.concat([header, mask, masked])
}
