export function concatBytes(pieces: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}

export function hasBytesAt(bytes: Uint8Array, at: number, expected: ArrayLike<number>): boolean {
  if (at + expected.length > bytes.length) return false
  return Array.from(expected).every((byte, index) => bytes[at + index] === byte)
}

export function readTag(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
