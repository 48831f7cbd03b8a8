import type { Size } from './fit-inside.ts'

/** What a file's bytes say before anything is decoded. */
export interface Inspection {
  kind: 'jpeg' | 'png' | 'webp' | 'heic' | 'other'
  /** What the header claims; null where it was not read. */
  size: Size | null
  /** Whether the end is missing: browsers draw such a file as far as it goes, the rest grey. */
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

/** The last chunk of a PNG is IEND; whatever a program wrote after it does not matter. */
function hasItsEnd(bytes: Uint8Array): boolean {
  return findLast(bytes, [0x49, 0x45, 0x4e, 0x44])
}

function inspectJpeg(bytes: Uint8Array): Inspection {
  const isCutOff = !findLast(bytes, [0xff, 0xd9])
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) {
      const size = { height: read16(bytes, at + 5), width: read16(bytes, at + 7) }
      return { kind: 'jpeg', size, isCutOff }
    }
    at += 2 + read16(bytes, at + 2)
  }
  return { kind: 'jpeg', size: null, isCutOff }
}

/** SOF0 to SOF15 without DHT, JPG and DAC, which lie among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function read16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}

// A thumbnail has an end of its own, near the beginning; programs append a few bytes to the last.
const SEARCHED_BYTES = 64 * 1024

function findLast(bytes: Uint8Array, pattern: number[]): boolean {
  const first = Math.max(0, bytes.length - SEARCHED_BYTES)
  for (let at = bytes.length - pattern.length; at >= first; at -= 1) {
    if (pattern.every((byte, index) => bytes[at + index] === byte)) return true
  }
  return false
}
