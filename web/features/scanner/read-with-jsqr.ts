import jsQR from 'jsqr'
import type { DecodedCode } from './formats.ts'

export function readWithJsqr({ data, width, height }: ImageData): DecodedCode[] {
  const code = jsQR(data, width, height, { inversionAttempts: 'attemptBoth' })
  // Damage beyond repair can decode to an empty code.
  return code?.data ? [{ text: code.data, format: 'QR Code' }] : []
}
