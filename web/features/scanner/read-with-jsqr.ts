import jsQR from 'jsqr'
import type { DecodedCode } from './engine.ts'

/** Reads a QR code, light on dark too. */
export function readWithJsqr({ data, width, height }: ImageData): DecodedCode[] {
  const code = jsQR(data, width, height, { inversionAttempts: 'attemptBoth' })
  // Damage beyond repair can come out as a code that says nothing.
  return code?.data ? [{ text: code.data, format: 'QR Code' }] : []
}
