import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

/** A new secret of 256 bits, base64url: of a session, or of a link that sets a password. */
export function mintToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Whether `text` can be a token at all. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** SHA-256 of a token, base64url: all that is stored of it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
