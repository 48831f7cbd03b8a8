import { createHmac } from 'node:crypto'

/**
 * HMAC-SHA-256 by the pepper, as base64url. `purpose` keeps one kind of text from passing for
 * another; a password's hash has none and is never text.
 */
export function keyedHash(pepper: string, purpose: string, text: string): string {
  return createHmac('sha256', pepper).update(`${purpose}:${text}`).digest('base64url')
}
