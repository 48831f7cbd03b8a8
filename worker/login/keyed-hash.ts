import { createHmac } from 'node:crypto'
import { toBase64Url } from '#worker/rim/base64url.ts'

/**
 * HMAC-SHA-256 by the pepper, as base64url. `purpose` keeps one kind of text from passing for
 * another; a password's hash has none and is never text.
 */
export function keyedHash(pepper: string, purpose: string, text: string): string {
  const bytes = new TextEncoder().encode(`${purpose}:${text}`)
  return toBase64Url(createHmac('sha256', pepper).update(bytes).digest())
}
