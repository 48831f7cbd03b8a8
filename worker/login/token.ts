import { toBase64Url } from '#worker/rim/base64url.ts'

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

/** A new secret of 256 bits, base64url: of a session, or of a link that sets a password. */
export function mintToken(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)))
}

/** Whether `text` can be a token at all. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** SHA-256 of a token, base64url: all that is stored of it. */
export async function hashToken(token: string): Promise<string> {
  const bytes = new TextEncoder().encode(token)
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
