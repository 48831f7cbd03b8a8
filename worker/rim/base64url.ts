/** Bytes as base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Null unless `text` is the one canonical spelling: spare bits of the last character are zero. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
  return bytes && toBase64Url(bytes) === text ? bytes : null
}

/** Bytes of plain base64, padded or not; null where it is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
